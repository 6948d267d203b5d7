"""Runs the calls of the PyPI package `firecrawl-py` against a service: `python check.py <service> <key> <site>`.

Prints one line per call: `{"call", "outcome", "reason"}`.
"""

import json
import sys

from firecrawl import Firecrawl
from firecrawl.v1 import V1FirecrawlApp

service, api_key, site = sys.argv[1:4]
app = Firecrawl(api_key=api_key, api_url=f"{service}/firecrawl")
SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "price": {"type": "number"}},
    "required": ["name"],
}
URLS = [f"{site}/docs/1", f"{site}/docs/2"]


def say(call, outcome, reason=None):
    print(json.dumps({"call": call, "outcome": outcome, "reason": reason}), flush=True)


def passes(call):
    def perform(check):
        try:
            check()
            say(call, "passed")
        except Exception as error:
            say(call, "failed", f"{type(error).__name__}: {error}"[:500])

    return perform


def declines(call, name, perform):
    """Not offered: the client has to learn so from a 400 that names it."""
    try:
        perform()
        say(call, "failed", "It was accepted.")
    except Exception as error:
        told = str(error)[:500]
        say(call, "declined" if f"{name} is not offered here" in told else "failed", told)


@passes("scrape")
def _():
    page = app.scrape(f"{site}/docs/1")
    assert page.markdown.startswith("# One"), page.markdown
    assert page.metadata.title == "One"
    assert page.metadata.status_code == 200


@passes("scrape, formats")
def _():
    page = app.scrape(f"{site}/docs", formats=["markdown", "html", "rawHtml", "links", "images"])
    assert f"{site}/docs/1" in page.links
    assert f"{site}/boat.png" in page.images
    assert "<h1>Docs" in page.html
    assert "<!doctype html>" in page.raw_html.lower()


@passes("scrape, json")
def _():
    page = app.scrape(f"{site}/lamp", formats=[{"type": "json", "schema": SCHEMA}])
    assert page.json == {"name": "Lamp", "price": 19.9}, page.json


@passes("scrape, headers and mobile")
def _():
    page = app.scrape(f"{site}/echo", headers={"x-ferry": "noon"}, mobile=True)
    assert "x-ferry is noon" in page.markdown, page.markdown
    assert "mobile is true" in page.markdown, page.markdown


@passes("scrape, screenshot and actions")
def _():
    actions = [{"type": "wait", "milliseconds": 100}, {"type": "scrape"}]
    page = app.scrape(f"{site}/docs/1", formats=["screenshot"], actions=actions)
    assert page.screenshot.startswith("http")
    assert len(page.actions["scrapes"]) == 1


@passes("an unknown key")
def _():
    stranger = Firecrawl(api_key="fc-unknown", api_url=f"{service}/firecrawl")
    try:
        stranger.scrape(f"{site}/docs/1")
    except Exception as error:
        assert "401" in str(error) or "nauthorized" in str(error), error
        return
    raise AssertionError("It was accepted.")


@passes("crawl")
def _():
    job = app.crawl(f"{site}/docs", limit=4, poll_interval=1, timeout=120)
    assert job.status == "completed", job.status
    titles = sorted(page.metadata.title for page in job.data)
    assert titles == ["Docs", "One", "Three", "Two"], titles


@passes("start_crawl, get_crawl_status, get_crawl_errors, get_active_crawls, cancel_crawl")
def _():
    job = app.start_crawl(f"{site}/slow", limit=50, delay=2)
    assert any(crawl.id == job.id for crawl in app.get_active_crawls().crawls)
    assert app.get_crawl_status(job.id).status == "scraping"
    assert app.get_crawl_errors(job.id).robots_blocked == []
    assert app.cancel_crawl(job.id) is True


@passes("batch_scrape")
def _():
    job = app.batch_scrape(URLS, formats=["markdown"], poll_interval=1, wait_timeout=120)
    assert job.status == "completed", job.status
    assert len(job.data) == 2


@passes("map")
def _():
    assert any(link.url == f"{site}/docs/1" for link in app.map(f"{site}/docs").links)


@passes("extract")
def _():
    answer = app.extract(urls=[f"{site}/lamp"], schema=SCHEMA, poll_interval=1, timeout=120)
    assert answer.success
    assert answer.data["name"] == "Lamp", answer.data


@passes("get_credit_usage, get_concurrency")
def _():
    assert app.get_credit_usage().remaining_credits > 0
    assert app.get_concurrency().max_concurrency > 0


@passes("v1: scrape_url, crawl_url, batch_scrape_urls, map_url")
def _():
    assert app.v1.scrape_url(f"{site}/docs/1").markdown.startswith("# One")
    assert len(app.v1.crawl_url(f"{site}/docs", limit=2, poll_interval=1).data) == 2
    assert len(app.v1.batch_scrape_urls(URLS, poll_interval=1).data) == 2
    assert f"{site}/docs/1" in app.v1.map_url(f"{site}/docs").links


@passes("search")
def _():
    found = app.search("ferries", sources=["web", "news"], limit=2)
    assert found.web[0].url == f"{site}/docs/1", found.web
    assert found.web[0].title == "About ferries"
    assert "ferries" in found.news[0].snippet
    assert found.images is None


@passes("search, with the pages of the results")
def _():
    found = app.search("ferries", limit=1, scrape_options={"formats": ["markdown"]})
    assert found.web[0].markdown.startswith("# One"), found.web


@passes("v1: search")
def _():
    one = V1FirecrawlApp(api_key=api_key, api_url=f"{service}/firecrawl")
    assert one.search("ferries", limit=1).data[0]["title"] == "About ferries"


@passes("start_crawl, start_batch_scrape, webhook")
def _():
    hook = {"url": f"{site}/hook", "events": ["page", "completed"], "metadata": {"of": "python"}}
    assert app.start_crawl(f"{site}/docs/1", webhook=hook).id
    assert app.start_batch_scrape(URLS, webhook=f"{site}/hook").id


declines("crawl, ignore_robots_txt", "ignoreRobotsTxt", lambda: app.start_crawl(site, ignore_robots_txt=True))
declines("scrape, branding", "branding", lambda: app.scrape(site, formats=["branding"]))
declines("agent", "agent", lambda: app.start_agent(prompt="Find the price of the lamp"))
