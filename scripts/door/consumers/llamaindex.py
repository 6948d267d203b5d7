"""LlamaIndex's reader against a service: `python llamaindex.py <service> <key> <site>`."""

import sys

from check import passes
from llama_index.readers.web import FireCrawlWebReader

service, api_key, site = sys.argv[1:4]


def load(mode, params=None, **what):
    reader = FireCrawlWebReader(
        api_key=api_key, api_url=f"{service}/firecrawl", mode=mode, params=params
    )
    return reader.load_data(**what)


@passes("scrape")
def _():
    (page,) = load("scrape", url=f"{site}/docs/1")
    assert page.text.startswith("# One"), page.text


@passes("crawl")
def _():
    pages = load("crawl", {"limit": 4}, url=f"{site}/docs")
    firsts = sorted(page.text.split("\n")[0] for page in pages)
    assert firsts == ["# Docs", "# One", "# Three", "# Two"], firsts


@passes("map")
def _():
    pages = load("map", url=f"{site}/docs")
    assert any(f"{site}/docs/1" in (page.text, page.metadata.get("url")) for page in pages), pages


@passes("extract")
def _():
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    params = {"prompt": "The name of the product", "schema": schema}
    (page,) = load("extract", params, urls=[f"{site}/lamp"])
    assert "Lamp" in f"{page.text} {page.metadata}", page
