/** Names of fields as sentences use them, beside those by which pages go: plurals and colloquial words. Policy as data. */
import type { Concept } from "../../extract/vocabulary/concepts.ts";

const WORDS: readonly (readonly [concept: Concept, words: string])[] = [
  [
    "title",
    "titeln namen bezeichnung bezeichnungen überschrift überschriften schlagzeilen noms titres intitulé intitulés nombres títulos titulares titoli nomi nomes manchetes nazwy tytuły имя название названием названия названий заголовки заголовков 商品名 製品名 品名 件名 名前 名字 书名 职位名称 제목 이름 제품명 상품명 اسم الاسم أسماء عنوان عناوين",
  ],
  [
    "price",
    "preisen kosten total summe betrag montant importe importo tarifs coûts precios prezzi costi preços valor ceny fiyatlar цены цену ценой ценами 値段 金額 料金 价钱 售价 가격 أسعار سعر ثمن",
  ],
  ["url", "links adressen liens enlaces collegamenti ссылка ссылки ссылку 链接 网址 リンク 링크 رابط روابط"],
  [
    "image",
    "bilder bildern fotos imágenes imagens immagini foto картинка изображение фото 图片 图像 照片 画像 写真 이미지 사진 صورة صور",
  ],
  ["description", "beschreibungen descripciones descrizioni descrições 简介 説明 紹介 설명 وصف الوصف نبذة"],
  [
    "author",
    "autoren autorin auteurs autores autori авторы 作家 筆者 저자 작성자 글쓴이 كاتب مؤلف الكاتب المؤلف",
  ],
  [
    "date",
    "veröffentlichungsdatum fechas datas dates даты дату 时间 发布时间 日付 公開日 投稿日 날짜 작성일 تاريخ التاريخ",
  ],
  [
    "rating",
    "ratings sterne étoiles valoraciones puntuaciones estrellas valutazioni avaliações estrelas рейтинг оценка 评分 評価 评级 평점 별점 تقييم تقييمات التقييم",
  ],
  ["reviewCount", "レビュー数 评论数 评价数 리뷰수 отзывы"],
  ["comments", "返信数 回复数 댓글수"],
  ["availability", "lagerbestand bestand estoque disponibilidade наличие 在庫 库存 재고 مخزون توفر"],
  [
    "organization",
    "arbeitgeber employeur entreprise société empresa azienda bedrijf компания 会社名 公司名称 회사명 شركة جهة",
  ],
  [
    "address",
    "standorte ubicación lugar lieu luogo sede arbeitsort einsatzort localização 勤務地 所在地 地点 위치 근무지 مكان",
  ],
  ["city", "stadt orte"],
  [
    "salary",
    "lohn verdienst vergütung rémunération sueldo stipendio salário зарплата 給料 給与 年収 薪资 工资 급여 연봉 راتب",
  ],
  [
    "category",
    "kategorien catégories categorías categorie categorias カテゴリ カテゴリー 分类 类别 카테고리 분류 فئة تصنيف",
  ],
  ["brand", "marken marques marcas ブランド 品牌 브랜드 ماركة علامة"],
  ["content", "volltext texte texto testo 本文 正文 全文 본문 نص"],
];

export const FIELD_WORDS: Readonly<Record<string, Concept>> = Object.fromEntries(
  WORDS.flatMap(([concept, words]) => words.split(" ").map((word) => [word, concept] as const)),
);
