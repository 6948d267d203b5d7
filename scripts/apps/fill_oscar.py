"""Fills a shop of django-oscar, or changes it, and prints what it then holds: `python fill_oscar.py fill|change FOLDER`.
`serve FOLDER PORT` serves it."""
import json
import logging
import sys
from decimal import Decimal
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.urls import include, path
from oscar import INSTALLED_APPS, defaults

from words import name

what, folder, *rest = sys.argv[1:]
settings.configure(
    **{key: value for key, value in vars(defaults).items() if key.startswith("OSCAR_")},
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/shop.db"}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    HAYSTACK_CONNECTIONS={
        "default": {"ENGINE": "haystack.backends.whoosh_backend.WhooshEngine", "PATH": f"{folder}/index"}
    },
    INSTALLED_APPS=INSTALLED_APPS,
    MEDIA_ROOT=f"{folder}/media",
    MEDIA_URL="/media/",
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
        "oscar.apps.basket.middleware.BasketMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY="of a shop on this machine alone",
    SITE_ID=1,
    STATIC_URL="/static/",
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                    "oscar.apps.search.context_processors.search_form",
                    "oscar.apps.communication.notifications.context_processors.notifications",
                    "oscar.core.context_processors.metadata",
                ]
            },
        }
    ],
    USE_TZ=True,
)
logging.disable()
django.setup()
urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include(apps.get_app_config("oscar").urls[0])),
]

from oscar.apps.catalogue.categories import create_from_breadcrumbs  # noqa: E402
from oscar.apps.catalogue.models import Category, Product, ProductAttribute, ProductClass  # noqa: E402
from oscar.apps.partner.models import Partner, StockRecord  # noqa: E402

PRICES = ["12.50", "1299.00", "7.99", "249.90", "18450.00"]
MATERIALS = ["Walnut", "Copper", "Wool"]


def insert(number):
    product = Product(
        # The list shows the first words alone.
        title=f"{name(number)}, made by hand in the old workshop",
        upc=f"UPC-{number * 37:05}",
        product_class=ProductClass.objects.get(),
        description=f"<p>Number {number} of a series from a small workshop in the south.</p>",
    )
    product.attr.material = MATERIALS[number % 3]
    product.save()
    product.categories.add(Category.objects.get())
    StockRecord.objects.create(
        product=product,
        partner=Partner.objects.get(),
        partner_sku=f"S{number}",
        price=Decimal(PRICES[number % 5]) + number,
        num_in_stock=0 if number % 7 == 3 else number,
    )


if what == "serve":
    from django.core.servers.basehttp import run
    from django.core.wsgi import get_wsgi_application

    run("127.0.0.1", int(rest[0]), get_wsgi_application(), threading=True)

if what == "fill":
    call_command("migrate", verbosity=0)
    kind = ProductClass.objects.create(name="Goods", track_stock=True)
    ProductAttribute.objects.create(product_class=kind, code="material", name="Material", type="text")
    create_from_breadcrumbs("Home")
    Partner.objects.create(name="Workshop")
    # With other numbers, django-haystack repeats products on the last page: what is there has to divide what is before.
    for number in range(1, 45):
        insert(number)
else:
    for number in (5, 17, 31):
        stock = StockRecord.objects.get(partner_sku=f"S{number}")
        stock.price += 1
        stock.save()
    Product.objects.get(upc=f"UPC-{40 * 37:05}").delete()
    for number in (45, 46):
        insert(number)
call_command("rebuild_index", interactive=False, verbosity=0)

print(json.dumps([
    {
        "path": product.get_absolute_url(),
        "title": product.title,
        "price": float(stock.price),
        "upc": product.upc,
        "material": product.attr.material,
    }
    for product in Product.objects.order_by("pk")
    for stock in [product.stockrecords.get()]
]))
