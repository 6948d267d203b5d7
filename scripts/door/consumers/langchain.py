"""LangChain's loader against a service: `python langchain.py <service> <key> <site>`."""

import sys

from check import passes
from langchain_community.document_loaders import FireCrawlLoader

service, api_key, site = sys.argv[1:4]


def load(path, **options):
    return FireCrawlLoader(
        url=f"{site}{path}", api_key=api_key, api_url=f"{service}/firecrawl", **options
    ).load()


@passes("scrape")
def _():
    (page,) = load("/docs/1", mode="scrape")
    assert page.page_content.startswith("# One"), page.page_content
    assert page.metadata["title"] == "One", page.metadata
    assert page.metadata["status_code"] == 200, page.metadata


@passes("scrape, params")
def _():
    (page,) = load("/docs", mode="scrape", params={"formats": ["html"], "only_main_content": False})
    assert "<h1>Docs" in page.page_content, page.page_content


@passes("crawl")
def _():
    pages = load("/docs", mode="crawl", params={"limit": 4})
    titles = sorted(page.metadata["title"] for page in pages)
    assert titles == ["Docs", "One", "Three", "Two"], titles


@passes("map")
def _():
    assert f"{site}/docs/1" in [page.page_content for page in load("/docs", mode="map")]


@passes("extract")
def _():
    schema = {"type": "object", "properties": {"name": {"type": "string"}}}
    (page,) = load("/lamp", mode="extract", params={"schema": schema})
    assert "Lamp" in page.page_content, page.page_content
