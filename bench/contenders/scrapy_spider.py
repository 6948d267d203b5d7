"""python scrapy_spider.py <origin> <file> <at once>: Scrapy with so many requests at once, robots.txt obeyed."""
import json
import re
import resource
import sys
import time

from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import Request

origin, path, width = sys.argv[1], sys.argv[2], int(sys.argv[3])
items = []


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


class Pages(Spider):
    name = "pages"

    async def start(self):
        yield Request(f"{origin}/sitemap.xml", self.parse_sitemap)

    def start_requests(self):
        yield Request(f"{origin}/sitemap.xml", self.parse_sitemap)

    def parse_sitemap(self, response):
        response.selector.remove_namespaces()
        for url in response.xpath("//loc/text()").getall():
            yield Request(url, self.parse)

    def parse(self, response):
        headings = [squeeze("".join(each.css("*::text").getall())) for each in response.css("h1, h2, h3")]
        items.append({"title": squeeze(response.css("title::text").get("")), "headings": headings})


process = CrawlerProcess(
    {
        "CONCURRENT_REQUESTS": width,
        "CONCURRENT_REQUESTS_PER_DOMAIN": width,
        "DOWNLOAD_DELAY": 0,
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
    }
)
process.crawl(Pages)
before = resource.getrusage(resource.RUSAGE_SELF)
started = time.perf_counter()
process.start()
ms = (time.perf_counter() - started) * 1000
after = resource.getrusage(resource.RUSAGE_SELF)
with open(path, "w") as out:
    out.writelines(json.dumps(item) + "\n" for item in items)
cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000
print(json.dumps({"ms": ms, "cpuMs": cpu, "peakMb": after.ru_maxrss / 1024}))
