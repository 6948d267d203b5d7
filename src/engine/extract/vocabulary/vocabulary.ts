/** What pages and callers call the same thing, in several languages. Policy as data: names are folded before use. */

export const VOCABULARY = {
  title:
    "title name headline heading heading1 subject titel titre titulo titolo nombre nome nom naam nazwa tytuł název jméno názov cím név rubrik namn navn nimi otsikko denumire titlu isim başlık τίτλος όνομα название заголовок имя назва наименование 标题 標題 名称 名稱 名字 品名 商品名 商品名称 タイトル 名前 題名 제목 이름 상품명 عنوان الاسم اسم العنوان नाम शीर्षक שם כותרת ชื่อ bezeichnung libellé intitulé denominación denominazione",
  url: "url link href permalink pageurl canonical canonicalurl detailurl weblink enlace lien collegamento odkaz länk lenke linkki bağlantı ссылка 链接 網址 网址 リンク 링크 الرابط رابط",
  image:
    "image img photo picture thumbnail thumb imageurl thumbnailurl cover coverimage bild foto imagen immagine imagem afbeelding afbeeldingen zdjęcie obraz obrázek fotka kép kuva bilde billede resim fotoğraf εικόνα изображение фото картинка зображення images photos pictures gallery bilder fotos imagenes imágenes immagini imagens zdjęcia obrázky 图片 圖片 画像 写真 이미지 사진 صورة الصورة चित्र תמונה avatar headshot portrait",
  description:
    "description summary desc abstract excerpt teaser lead intro snippet subtitle shortdescription productdescription beschreibung kurzbeschreibung zusammenfassung beschrijving samenvatting descripción descripcion descrizione descrição opis popis leírás beskrivning beskrivelse kuvaus descriere açıklama περιγραφή описание опис resumen résumé riassunto resumo 描述 说明 說明 简介 簡介 摘要 説明 概要 설명 요약 وصف الوصف विवरण תיאור chapo",
  content:
    "content articlebody maincontent body fulltext text articletext articlecontent pagecontent plaintext inhalt contenu contenido contenuto conteúdo treść obsah innehåll indhold innhold sisältö содержание текст 内容 正文 本文 내용 المحتوى",
  markdown: "markdown md contentmarkdown",
  author:
    "author byline writer creator writtenby postedby authorname by autor autorin auteur auteure autore autora autori författare forfatter kirjoittaja skribent szerző yazar συγγραφέας автор redakteur verfasser 作者 著者 投稿者 글쓴이 작성자 저자 كاتب الكاتب مؤلف بقلم लेखक מחבר user username poster authors reviewer reviewedby commenter nickname",
  date: "date publishdate publisheddate datepublished publishedat publishedon pubdate published publicationdate publishedtime postdate postedat postingdate postdated dateposted posted postedon created createdat datecreated uploaddate uploadedat datum veröffentlicht veröffentlichtam veröffentlichung veröffentlichungsdatum erscheinungsdatum erstelltam fecha fechapublicación fechadepublicación publicado data datapubblicazione datadepublicação publicadoem pubblicato publication datepublication datedepublication publiéle dataopublikowania datum dátum dato päivämäärä tarih ημερομηνία дата датапубликации опубликовано 日期 发布日期 發布日期 发布时间 日付 公開日 投稿日 掲載日 날짜 작성일 게시일 تاريخ التاريخ تاريخالنشر दिनांक तारीख תאריך releasedate released releasedon releasedat erscheinungstermin datedesortie fechadelanzamiento 発売日 出版日期 出版日",
  modified:
    "modified datemodified updated updatedat updatedon lastmodified lastupdated lastupdate modifiedat dateupdated aktualisiert aktualisiertam letzteaktualisierung stand misàjour misajourle dernièremiseàjour actualizado fechaactualización ultimaactualizacion aggiornato atualizado atualizadoem bijgewerkt zaktualizowano uppdaterad oppdatert opdateret обновлено датаобновления 更新日期 更新时间 更新日 最終更新 최종수정 수정일 آخرتحديث",
  price:
    "price currentprice saleprice finalprice productprice itemprice cost amount offerprice sellingprice newprice priceamount preis verkaufspreis prix tarif precio prezzo preço prijs cena ár hinta pris fiyat fiyatı preț τιμή цена вартість ціна стоимость 价格 價格 价钱 售价 現價 现价 価格 値段 販売価格 가격 판매가 السعر سعر الثمن मूल्य कीमत दाम מחיר ราคา harga giá kaltmiete miete kaufpreis loyer alquiler affitto aluguel rent askingprice",
  originalPrice:
    "originalprice oldprice listprice regularprice wasprice msrp rrp uvp priceold compareatprice strikeprice strikethroughprice crossedprice retailprice fullprice basicprice prixbarré prixconseillé preisvorher streichpreis listenpreis pvp pvpr preçode cenakatalogowa normalpreis 原价 原價 定価 通常価格 정가 السعرالأصلي السعرالقديم السعرقبل",
  unitPrice:
    "unitprice grundpreis preisproeinheit priceperunit priceperkg priceperliter priceper100g prixunitaire prixaukilo preciounitario precioporkilo prezzounitario prezzoalchilo preçounitário cenajednostkowa jmförpris jämförpris 単価 单价",
  currency:
    "currency pricecurrency currencycode währung devise moneda valuta waluta měna pénznem valutta para parabirimi moedă moeda νόμισμα валюта 货币 貨幣 币种 通貨 통화 العملة عملة मुद्रा מטבע",
  discount:
    "discount discountpercent discountpercentage percentoff savings rabatt nachlass ersparnis remise réduction descuento sconto desconto korting rabat sleva kedvezmény скидка 折扣 割引 할인 خصم छूट",
  availability:
    "availability instock stock stockstatus available inventory isavailable availabilitystatus auflager lagerbestand bestand lieferbar verfügbar verfügbarkeit lieferbarkeit disponible disponibile disponível disponibilité disponibilidad disponibilidade disponibilità enstock stockdisponible beschikbaar beschikbaarheid opvoorraad voorraad dostępny dostępność dostupnost skladem készlet elérhetőség lagerstatus ilager pålager saatavuus varastossa stoc disponibilitate stok stokdurumu διαθεσιμότητα наличие вналичии наявність 库存 庫存 在庫 在庫状況 재고 재고상태 التوفر متوفر المخزون حالةالتوفر उपलब्धता स्टॉक מלאי זמינות",
  sku: "sku itemid productsku productid itemnumber articlenumber artnr artikelnummer artikelnr bestellnummer productcode itemcode stylenumber modelnumber referencia referência référence ref codice codicearticolo codiceprodotto código códigoproducto productnumber partnumber produktnummer varenummer artikelkod tuotenumero indeks kodproduktu kódproduktu cikkszám артикул кодтовара ürünkodu stockkeepingunit 货号 商品编号 商品編號 品番 型番 商品番号 商品コード 상품번호 상품코드 رقمالمنتج رمزالمنتج",
  mpn: "mpn manufacturerpartnumber herstellernummer herstellerartikelnummer",
  gtin: "gtin gtin13 gtin12 gtin14 gtin8 ean ean13 ean8 upc barcode eancode strichcode jan jancode janコード 条码 条形码 штрихкод",
  isbn: "isbn isbn13 isbn10",
  brand:
    "brand manufacturer make marke hersteller marque fabricant marca fabricante marchio produttore merk fabrikant marka producent značka výrobce gyártó märke tillverkare mærke merke valmistaja brend μάρκα бренд марка производитель виробник brandname vendor itembrand productbrand üretici 品牌 牌子 厂商 ブランド メーカー 브랜드 제조사 العلامةالتجارية الماركة العلامة ब्रांड מותג",
  category:
    "category categories section genre articlesection productcategory kategorie catégorie categoría categoria categorie kategoria kategori kategória luokka kategorija κατηγορία категория категорія rubrik rubrique rúbrica раздел 分类 分類 类别 カテゴリ カテゴリー 카테고리 분류 الفئة التصنيف القسم श्रेणी קטגוריה ressort",
  tags: "tags keywords tag topics labels schlagwörter schlagworte stichwörter etiquetas étiquettes motsclés palabrasclave parolechiave tagi słowakluczowe štítky taggar теги 标签 標籤 タグ 태그 وسوم الوسوم hashtags",
  rating:
    "rating ratingvalue averagerating avgrating stars score starrating reviewscore reviewrating userrating userscore customerrating overallrating aggregaterating bewertung durchschnittsbewertung sterne note notemoyenne étoiles valoración puntuación calificación estrellas valutazione voto punteggio stelle avaliação nota estrelas beoordeling waardering sterren ocena hodnocení értékelés betyg vurdering arvosana puan değerlendirme notă βαθμολογία рейтинг оценка 评分 評分 星级 評価 평점 별점 التقييم تقييم रेटिंग דירוג",
  reviewCount:
    "reviewcount ratingcount reviewscount ratingscount numreviews nreviews numratings numberofreviews numberofratings totalreviews reviews ratings bewertungen rezensionen bewertungsanzahl avis évaluations opiniones reseñas valoraciones recensioni valutazioni avaliações opiniões beoordelingen opinie recenze recenzje recensioner omdömen anmeldelser arvostelut yorumlar yorumsayısı отзывы количествоотзывов відгуки 评价数 评论数 評論數 レビュー数 レビュー件数 口コミ数 리뷰수 리뷰 عددالتقييمات التقييمات عددالمراجعات समीक्षाएं समीक्षाएँ",
  comments:
    "comments commentcount commentscount numcomments replies replycount answers answercount kommentare antworten commentaires réponses comentarios respuestas commenti risposte comentários respostas reacties komentarze komentáře комментарии ответы 评论 コメント数 댓글수 댓글",
  votes: "votes points upvotes votecount likes likecount punkte stimmen puntos pts totalpoints",
  ingredients:
    "ingredients ingredient recipeingredient recipeingredients zutaten ingrédients ingredientes ingredienti ingrediënten składniki ингредиенты інгредієнти 材料 食材 재료 المكونات مقادير sastojci suroviny ingredience ingrediencie ingredienser råvarer ainekset hozzávalók ingrediente malzemeler υλικά מצרכים nguyênliệu bahan bahanbahan",
  instructions:
    "instructions directions method steps preparation recipeinstructions instructionslist howtomake zubereitung anleitung préparation preparación preparazione bereiding instrucciones elaboración procedimento mododepreparo przygotowanie wykonanie 作り方 做法 步骤 만드는법 طريقةالتحضير priprema postup sposóbprzygotowania görsåhär tillagning fremgangsmåde fremgangsmåte slikgjørdu valmistus valmistusohje elkészítés moddepreparare preparare yapılışı hazırlanışı εκτέλεση אופןההכנה приготовление способприготовления приготування cáchlàm caramembuat pasoapaso étapes etapes pasos passaggi preparo mododefazer zomaakjehet howtomake howtomakeit zubereitungsschritte soschmeckts",
  totalTime:
    "totaltime totaltimeminutes readyin time gesamtzeit tempstotal tiempototal tempototale totaltijd total duration dauer durée duración durata duração czastrwania doba trvání süre продолжительность 时长 所要時間 기간 المدة runtime laufzeit spieldauer",
  prepTime: "preptime preparationtime vorbereitungszeit tempsdepréparation arbeitszeit tiempodepreparación",
  cookTime: "cooktime cookingtime bakingtime kochzeit backzeit tempsdecuisson tiempodecocción",
  servings:
    "servings yield yields recipeyield serves portions makes portionen personen raciones porciones porzioni",
  language:
    "language lang inlanguage sprache langue idioma lingua taal język jazyk språk kieli dil язык мова 语言 語言 言語 언어 اللغة भाषा",
} as const;
