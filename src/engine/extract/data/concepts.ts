/** What pages and callers call the same thing, in several languages. Policy as data. */
import { splitWords } from "../names.ts";

const NAMES = {
  title:
    "title name headline heading productname itemname producttitle articletitle pagetitle heading1 subject titel titre título titulo titolo nombre nome nom naam nazwa tytuł название заголовок 标题 名称 タイトル عنوان",
  url: "url link href permalink pageurl producturl canonical canonicalurl detailurl weblink enlace lien",
  image:
    "image img photo picture thumbnail imageurl thumbnailurl cover bild foto photo imagen immagine imagem afbeelding afbeeldingen images photos pictures gallery",
  description:
    "description summary desc abstract excerpt teaser lead intro snippet subtitle shortdescription productdescription beschreibung beschrijving descripción descripcion descrizione descrição opis описание resumen résumé 描述 说明 وصف",
  content:
    "content articlebody maincontent body fulltext text articletext articlecontent pagecontent plaintext inhalt contenu contenido contenuto",
  markdown: "markdown md contentmarkdown",
  author:
    "author byline writer creator writtenby postedby authorname by autor auteur autore автор redakteur verfasser 作者 著者 كاتب user username poster",
  date: "date publishdate publisheddate datepublished publishedat pubdate published publicationdate publishedtime postdate posted postedon created createdat datecreated uploaddate datum veröffentlicht fecha fechapublicación data date publication дата 日期 发布日期 تاريخ",
  modified: "modified datemodified updated updatedat lastmodified lastupdated modifiedat aktualisiert",
  price:
    "price currentprice saleprice finalprice productprice cost amount offerprice lowprice unitprice preis verkaufspreis prix precio prezzo preço preco prijs cena цена pris fiyat fiyatı 价格 価格 السعر سعر",
  originalPrice:
    "originalprice oldprice listprice regularprice wasprice msrp rrp uvp priceold compareatprice strikeprice retailprice highprice",
  currency: "currency pricecurrency currencycode währung devise moneda valuta waluta валюта",
  availability:
    "availability instock stock stockstatus available inventory isavailable availabilitystatus verfügbarkeit lieferbarkeit disponibilité disponibilidad disponibilità beschikbaarheid dostępność наличие",
  sku: "sku itemid productsku productid itemnumber articlenumber artnr artikelnummer artikelnr productcode itemcode stylenumber modelnumber referencia référence ref codice productnumber partnumber артикул stockkeepingunit",
  mpn: "mpn manufacturerpartnumber herstellernummer",
  gtin: "gtin gtin13 gtin12 gtin14 gtin8 ean ean13 upc barcode eancode",
  isbn: "isbn isbn13 isbn10",
  brand:
    "brand manufacturer make marke hersteller marque fabricant marca marchio merk fabrikant producent бренд brandname vendor itembrand productbrand",
  category:
    "category categories section genre articlesection productcategory kategorie catégorie categoría categoria categorie rubrik",
  tags: "tags keywords tag topics labels schlagwörter schlagworte etiquetas",
  rating:
    "rating ratingvalue averagerating stars score starrating aggregaterating bewertung note valoración puntuación valutazione avaliação beoordeling",
  reviewCount:
    "reviewcount ratingcount reviewscount numreviews numberofreviews reviews ratings votes bewertungen avis opiniones recensioni",
  comments: "comments commentcount replies replycount answers answercount",
  ingredients:
    "ingredients ingredient recipeingredient recipeingredients zutaten ingrédients ingredientes ingredienti ingrediënten składniki ингредиенты інгредієнти 材料 食材 재료 المكونات مقادير sastojci suroviny ingredience ingrediencie ingredienser råvarer ainekset hozzávalók ingrediente malzemeler υλικά מצרכים nguyênliệu bahan bahanbahan",
  instructions:
    "instructions directions method steps preparation recipeinstructions instructionslist howtomake zubereitung anleitung préparation preparación preparazione bereiding instrucciones elaboración procedimento mododepreparo przygotowanie wykonanie 作り方 做法 步骤 만드는법 طريقةالتحضير priprema postup sposóbprzygotowania görsåhär tillagning fremgangsmåde fremgangsmåte slikgjørdu valmistus valmistusohje elkészítés moddepreparare preparare yapılışı hazırlanışı εκτέλεση אופןההכנה приготовление способприготовления приготування cáchlàm caramembuat pasoapaso étapes etapes pasos passaggi preparo mododefazer zomaakjehet howtomake howtomakeit zubereitungsschritte soschmeckts",
  totalTime:
    "totaltime totaltimeminutes readyin time gesamtzeit tempstotal tiempototal tempototale totaltijd total duration",
  prepTime: "preptime preparationtime vorbereitungszeit tempsdepréparation arbeitszeit tiempodepreparación",
  cookTime: "cooktime cookingtime bakingtime kochzeit backzeit tempsdecuisson tiempodecocción",
  servings:
    "servings yield yields recipeyield serves portions makes portionen personen raciones porciones porzioni",
  language: "language lang inlanguage sprache langue idioma lingua",
  email: "email mail emailaddress correo",
  phone:
    "phone telephone tel phonenumber telefon téléphone teléfono telefono telefone telefoon mobile fon 电话 هاتف",
  address:
    "address location postaladdress adresse dirección direccion indirizzo endereço adres anschrift standort 地址 ",
  street:
    "street streetaddress addressline addressline1 address1 straße strasse rue calle via rua straat gata улица",
  city: "city addresslocality locality town ort stadt ville ciudad città citta cidade stad plaats miasto město город",
  region: "region addressregion state province bundesland région provincia estado county regione",
  postalCode:
    "postalcode postcode zip zipcode plz postleitzahl codepostal códigopostal codigopostal cap cep kodpocztowy psč индекс",
  country: "country addresscountry land pays país pais paese kraj země страна",
  startDate: "startdate eventdate starts startsat when begin beginn",
  endDate: "enddate ends until ende",
  organization: "company organization hiringorganization employer unternehmen firma publisher sitename",
  salary: "salary basesalary pay gehalt salaire salario",
  weight: "weight gewicht poids peso",
  color: "color colour farbe couleur kleur colore cor",
  size: "size größe taille talla taglia maat",
  material: "material materials materiaal matériau materiale",
} as const;

export type Concept = keyof typeof NAMES;

/** `In-Stock`, `inStock` and `in_stock` are one name. */
export const normaliseName = (name: string): string => splitWords(name.replace(/\[\]$/, "")).join("");

const CONCEPTS: ReadonlyMap<string, Concept> = new Map(
  Object.entries(NAMES).flatMap(([concept, names]) =>
    [concept, ...names.split(" ")]
      .map((name) => [normaliseName(name), concept as Concept] as const)
      .reverse(),
  ),
);

export const conceptOf = (name: string): Concept | null => {
  const normal = normaliseName(name);
  const singular = normal.length > 4 && normal.endsWith("s") ? normal.slice(0, -1) : normal;
  return CONCEPTS.get(normal) ?? CONCEPTS.get(singular) ?? null;
};

/** Where schema.org and its relatives keep a concept: the path without positions. */
const PATHS: ReadonlyMap<string, Concept> = new Map<string, Concept>([
  ["offers.price", "price"],
  ["offers.lowPrice", "price"],
  ["offers.priceSpecification.price", "price"],
  ["offers.offers.price", "price"],
  ["hasVariant.offers.price", "price"],
  ["offers.highPrice", "originalPrice"],
  ["offers.priceCurrency", "currency"],
  ["offers.priceSpecification.priceCurrency", "currency"],
  ["offers.offers.priceCurrency", "currency"],
  ["hasVariant.offers.priceCurrency", "currency"],
  ["offers.availability", "availability"],
  ["offers.offers.availability", "availability"],
  ["hasVariant.offers.availability", "availability"],
  ["hasVariant.sku", "sku"],
  ["variants.sku", "sku"],
  ["variants.barcode", "gtin"],
  ["hasVariant.gtin", "gtin"],
  ["offers.sku", "sku"],
  ["offers.gtin13", "gtin"],
  ["aggregateRating.ratingValue", "rating"],
  ["aggregateRating.reviewCount", "reviewCount"],
  ["aggregateRating.ratingCount", "reviewCount"],
  ["recipeIngredient", "ingredients"],
  ["recipeInstructions", "instructions"],
  ["recipeYield", "servings"],
  ["articleBody", "content"],
  ["headline", "title"],
  ["datePublished", "date"],
  ["datePosted", "date"],
  ["hiringOrganization", "organization"],
  ["location.address", "address"],
  ["address.streetAddress", "street"],
  ["address.addressLocality", "city"],
  ["address.addressRegion", "region"],
  ["address.postalCode", "postalCode"],
  ["address.addressCountry", "country"],
  ["location.address.addressLocality", "city"],
  ["jobLocation.address.addressLocality", "city"],
  ["jobLocation.address.addressCountry", "country"],
  ["contactPoint.telephone", "phone"],
  ["contactPoint.email", "email"],
]);
export const conceptAt = (path: string): Concept | null =>
  PATHS.get(path) ?? (path.includes(".") ? null : conceptOf(path));
