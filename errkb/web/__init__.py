"""Records as web pages: one set of templates for the server (`errkb serve`) and the static site (`errkb site build`).

catalog   records -> short lines, and who shares what with whom
page      a record -> the data of its page, no HTML
listing   everything else that is a page
rendering page data -> HTML (Jinja, autoescape always on; Pygments)
app       HTTP: pages and JSON API (the only module that imports FastAPI)
site      the same pages as files
"""
