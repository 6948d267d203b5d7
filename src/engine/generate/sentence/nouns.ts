/** What people call the records of a list, in several languages: a plural means a list. Policy as data. */

const NOUNS: readonly (readonly [noun: string, words: string])[] = [
  [
    "products",
    "products items goods laptops computers phones smartphones shoes kettles books watches tablets produkte produkten artikel artikeln bücher büchern laptops handys schuhe produits livres ordinateurs téléphones chaussures productos libros portátiles móviles zapatos prodotti libri portatili scarpe produtos livros computadores producten boeken produkty produktów książki товары товаров книги книг 产品 商品 图书 书籍 手机 製品 書籍 상품 제품 منتجات منتج كتب الكتب المنتجات سلع",
  ],
  [
    "articles",
    "articles posts stories news blogposts entries beiträge beiträgen nachrichten meldungen actualités noticias artículos articoli notizie artigos notícias postagens berichten artykuły статьи статей новости новостей 文章 新闻 资讯 記事 ニュース 기사 뉴스 مقالات المقالات أخبار الأخبار",
  ],
  [
    "jobs",
    "jobs vacancies positions openings stellen stellenangebote stellenanzeigen emplois offres empleos vacantes lavori vagas empregos vacatures вакансии вакансий 职位 工作 求人 仕事 채용 채용공고 وظائف الوظائف",
  ],
  [
    "recipes",
    "recipes rezepte rezepten recettes recetas ricette receitas recepten przepisy рецепты рецептов 食谱 菜谱 レシピ 레시피 وصفات الوصفات",
  ],
  [
    "events",
    "events concerts veranstaltungen konzerte événements eventos conciertos eventi evenementen события мероприятия 活动 イベント 행사 이벤트 فعاليات أحداث",
  ],
  [
    "reviews",
    "reviews testimonials bewertungen rezensionen avis reseñas opiniones recensioni avaliações 评价 レビュー 리뷰 مراجعات",
  ],
  [
    "comments",
    "comments replies answers kommentare kommentaren antworten commentaires réponses comentarios respuestas commenti comentários 评论 コメント 댓글 تعليقات",
  ],
  [
    "listings",
    "listings properties houses apartments flats homes cars wohnungen häuser autos annonces appartements maisons voitures anuncios pisos casas coches annunci appartamenti anúncios apartamentos carros 房源 物件 매물 عقارات سيارات",
  ],
  [
    "results",
    "results rows records elements entries hits ergebnisse ergebnissen einträge einträgen treffer zeilen résultats resultados risultati 结果 結果 결과 نتائج النتائج",
  ],
  ["links", "links"],
  ["quotes", "quotes quotations zitate zitaten citations citas citazioni citações 名言 اقتباسات"],
  ["courses", "courses programs kurse kursen cours cursos corsi 课程 コース 강의 دورات"],
  [
    "people",
    "people members authors staff employees profiles speakers personen mitglieder mitarbeiter personnes membres personas miembros persone pessoas أعضاء",
  ],
  [
    "companies",
    "companies businesses firms stores shops restaurants hotels unternehmen firmen geschäfte entreprises empresas tiendas aziende negozi lojas 公司 会社 企業 회사 شركات فنادق مطاعم",
  ],
  [
    "threads",
    "threads topics discussions questions themen diskussionen fragen sujets discussions questions temas hilos preguntas discussioni domande tópicos perguntas 帖子 主题 问题 スレッド トピック 質問 글 질문 مواضيع أسئلة",
  ],
  [
    "videos",
    "videos films movies episodes podcasts filme filmen películas vidéos vídeos filmes 视频 电影 動画 映画 영상 영화 أفلام",
  ],
];

export const RECORD_NOUNS: Readonly<Record<string, string>> = Object.fromEntries(
  NOUNS.flatMap(([name, words]) => words.split(" ").map((word) => [word, name] as const)),
);
