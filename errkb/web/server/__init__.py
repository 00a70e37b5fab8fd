"""HTTP: pages and JSON over one knowledge base. Nothing outside this package imports FastAPI or uvicorn.

app        everything wired
guard      what no request gets around: limits, headers, the rate of a client
protocol   time limits of a connection
desk       the knowledge base behind a few threads
replies    bytes -> answers with ETag, Last-Modified and gzip; problems
json_api   the JSON API
pages      HTML
files      the dataset, the schemas, what a style sheet needs, what crawlers ask for
"""
