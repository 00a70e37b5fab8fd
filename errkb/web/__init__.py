"""Records as web pages: one set of templates for the server (`errkb serve`) and the static site (`errkb site build`).

catalog      records -> short lines, and who shares what with whom
page         a record -> the data of its page, no HTML
answer       an explanation -> the data of the page that answers a paste
listing      the data of all other pages
rendering    page data -> HTML (Jinja, autoescape always on; Pygments in highlight)
feeds        what programs ask for: robots.txt, sitemaps, llms.txt
server/      HTTP: the pages and the JSON API (nothing else imports FastAPI)
site         the same pages as files, with searchindex for the search in the browser
"""
