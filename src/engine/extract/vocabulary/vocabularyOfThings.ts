/** Names of what people, places, jobs, homes, events, programs and tables have. Policy as data, as in `vocabulary.ts`. */

export const THINGS = {
  email:
    "email mail emailaddress contactemail correo correoelectronico courriel posta postaelettronica epost sähköposti eposta электроннаяпочта почта 邮箱 電子郵件 メール メールアドレス 이메일 البريدالإلكتروني البريد ईमेल",
  phone:
    "phone telephone tel phonenumber telephonenumber contactphone contactnumber telefon telefonnummer téléphone numérodetéléphone teléfono telefono telefone telefoon telefoonnummer mobile mobilephone mobil handy fon puhelin puhelinnumero telefonszám numertelefonu τηλέφωνο телефон 电话 電話 電話番号 전화 전화번호 هاتف الهاتف رقمالهاتف फ़ोन फोन טלפון",
  fax: "fax faxnumber faxnummer télécopie telefax факс 传真 ファックス 팩스 فاكس",
  address:
    "address postaladdress fulladdress mailingaddress adresse anschrift adresa adres adress osoite cím dirección direccion domicilio indirizzo endereço morada διεύθυνση адрес 地址 住所 所在地 주소 العنوانالبريدي عنوانالمقر पता כתובת",
  street:
    "street streetaddress addressline addressline1 address1 straße strasse straßehausnummer rue calle via rua straat gata gade katu ulica utca улица вулиця 街道",
  city: "city addresslocality locality town cityname stadt gemeinde ville commune ciudad localidad città comune cidade stad plaats miasto město mesto város kaupunki şehir oraș πόλη город місто 城市 市 都市 도시 المدينة مدينة शहर עיר ort wohnort ortschaft",
  region:
    "region addressregion state province bundesland région provincia estado county regione departement département canton kanton województwo область 省 都道府県 المنطقة",
  postalCode:
    "postalcode postcode zip zipcode plz postleitzahl codepostal cp códigopostal codigopostal cap cep kodpocztowy psč irányítószám postnummer postinumero postakodu индекс почтовыйиндекс 邮编 郵便番号 우편번호 الرمزالبريدي",
  country:
    "country addresscountry countryname land pays país pais paese kraj země stát ország maa ülke țară χώρα страна країна 国家 國家 国 국가 الدولة البلد देश מדינה",
  location:
    "location joblocation place lage standort arbeitsort einsatzort dienstort lieu lieudetravail localisation emplacement ubicación ubicacion lugar luogo sede localização localidade local locatie werkplek lokalizacja miejsce miejscepracy lokalita místo helyszín plats arbetsort sted sijainti konum yer locație τοποθεσία местоположение место локация 地点 地點 所在地点 工作地点 勤務地 場所 근무지 위치 الموقع الموقع स्थान",
  venue:
    "venue venuename eventlocation veranstaltungsort spielstätte lieudelévénement salle recinto sala localedellevento 会場 場館 场馆 공연장 المكان",
  startDate:
    "startdate eventdate starts startsat startsdate when begin beginn beginnt startdatum datedébut datedebut début fechainicio fechadeinicio inicio datainizio inizio datainício dataevento fechaevento дататначала датаначала 開催日 开始日期 시작일 تاريخالبدء",
  endDate:
    "enddate ends endsat until ende enddatum endet datefin fechafin fechadefin datafine datafim окончание 结束日期 終了日 종료일 تاريخالانتهاء",
  startTime:
    "starttime eventtime timeofday doorsopen uhrzeit beginnzeit heure heurededébut hora horainicio horário ora orario orainizio tijd aanvang godzina čas kl времяначала 时间 開始時間 시간 الوقت",
  deadline:
    "deadline applicationdeadline applyby closingdate validthrough expires expiresat expirydate bewerbungsfrist bewerbungsschluss frist datelimite datelimitedecandidature fechalimite plazo scadenza prazo termin deadlinedate срокподачи 截止日期 応募締切 締切 마감일 الموعدالنهائي",
  organization:
    "company companyname organization organisation hiringorganization employer employername unternehmen unternehmensname firma firmenname arbeitgeber entreprise société employeur empresa compañía azienda società ditta datoredilavoro bedrijf werkgever pracodawca företag arbetsgivare virksomhed yritys şirket εταιρεία компания работодатель 公司 公司名称 企業 会社 会社名 회사 회사명 الشركة شركة publisher sitename",
  salary:
    "salary basesalary salaryrange pay payrange compensation wage gehalt gehaltsspanne lohn vergütung salaire rémunération salario sueldo remuneración stipendio retribuzione salário remuneração salaris loon wynagrodzenie pensja plat mzda fizetés lön løn lønn palkka maaş μισθός зарплата оклад 薪资 薪資 薪水 工资 給与 年収 時給 급여 연봉 الراتب वेतन",
  employmentType:
    "employmenttype jobtype contract worktype workinghours positiontype beschäftigungsart anstellungsart anstellung arbeitszeit vertragsart typedecontrat contrat typecontrat tipodecontrato contrato jornada tipodicontratto contratto tipodecontrato dienstverband contracttype rodzajumowy wymiarpracy etat anställningsform työsuhde çalışmaşekli типзанятости занятость 工作类型 雇用形態 고용형태 نوعالعمل نوعالعقد",
  seniority: "seniority senioritylevel experiencelevel joblevel karrierestufe",
  role: "role position jobrole occupation funktion rolle rôle fonction poste cargo puesto ruolo mansione função rol functie stanowisko pozice pozíció befattning stilling должность 职位 職位 役職 직책 المنصب पद",
  rooms:
    "rooms numberofrooms roomcount zimmer zimmeranzahl anzahlzimmer räume pièces nombredepièces nbpièces habitaciones estancias ambientes locali vani cômodos kamers pokoje liczbapokoi pokoj antalrum huoneet oda комнаты количествокомнат 房间 房間數 間取り 방 الغرف",
  bedrooms:
    "bedrooms beds numberofbedrooms bedroomcount bd schlafzimmer chambres dormitorios camere camereletto quartos dormitórios slaapkamers sypialnie ložnice sovrum спальни 卧室 寝室 침실 غرفالنوم",
  bathrooms:
    "bathrooms baths numberofbathrooms bathroomcount ba badezimmer bäder bad sallesdebain sallesdeau baños bagni banheiros badkamers łazienki koupelny badrum ванные 浴室 욕실 الحمامات",
  area: "area floorarea livingarea floorsize sqft squarefeet squaremeters sqm surfacearea wohnfläche fläche grundfläche nutzfläche surface surfacehabitable superficie metriquadrati metrosquadrados superficieútil oppervlakte woonoppervlakte powierzchnia plocha boarea площадь 面积 面積 専有面積 면적 المساحة क्षेत्रफल",
  level:
    "level difficulty skilllevel niveau schwierigkeit schwierigkeitsgrad nivel dificultad livello difficoltà nível dificuldade poziom уровень сложность 难度 难易度 レベル 난이도 المستوى",
  readingTime:
    "readingtime readtime timetoread minutestoread minread lesezeit lesedauer tempsdelecture tiempodelectura tempodilettura tempodeleitura leestijd czasczytania времячтения 阅读时间 読了時間",
  version:
    "version versionnumber currentversion latestversion softwareversion release versión versione versão wersja verze версия 版本 バージョン 버전 الإصدار",
  license:
    "license licence lizenz licencia licenza licença licentie licencja лицензия 许可证 ライセンス 라이선스",
  operatingSystem:
    "operatingsystem operatingsystems os platform platforms betriebssystem betriebssysteme systèmedexploitation sistemaoperativo systemoperacyjny операционнаясистема",
  downloads: "downloads downloadcount numdownloads téléchargements descargas",
  fileSize: "filesize downloadsize dateigröße tailledufichier",
  openingHours:
    "openinghours hours businesshours openinghoursspecification openingtimes öffnungszeiten geschäftszeiten horaires heuresdouverture horario horarios horariodeapertura orari oraridiapertura orario horáriodefuncionamento openingstijden godzinyotwarcia otevíracídoba nyitvatartás öppettider åbningstider åpningstider aukioloajat çalışmasaatleri режимработы часыработы 营业时间 營業時間 営業時間 영업시간 ساعاتالعمل",
  vatId:
    "vatid vatnumber vat vatregistrationnumber taxid umsatzsteueridentifikationsnummer ustid ustidnr ustidentnr uid mwstnr tva numérotva tvaintracommunautaire ntva nif cif partitaiva piva btw btwnummer nip dič инн",
  breadcrumbs:
    "breadcrumbs breadcrumb breadcrumblist crumbs brotkrumen krümelnavigation fildariane migas migasdepan briciole",
  pages:
    "pages numberofpages pagecount seiten seitenzahl nombredepages páginas pagine paginas stron страниц 页数 ページ数 쪽수",
  weight:
    "weight itemweight gewicht poids peso waga hmotnost súly vikt vægt vekt paino ağırlık greutate βάρος вес вага 重量 무게 الوزن वजन",
  color:
    "color colour farbe couleur kleur colore cor kolor barva szín färg farve farge väri renk culoare χρώμα цвет колір 颜色 顏色 色 カラー 색상 اللون रंग",
  size: "size größe taille talla taglia maat rozmiar velikost méret storlek størrelse koko beden mărime размер розмір 尺寸 尺码 サイズ 사이즈 크기 المقاس الحجم आकार",
  dimensions:
    "dimensions measurements abmessungen maße afmetingen dimensioni dimensiones dimensões wymiary rozměry méretek mått mål mitat boyutlar размеры габариты 外形尺寸 寸法 الأبعاد",
  material:
    "material materials materiaal matériau matière materiale materiał materiál anyag materiaali malzeme υλικό материал матеріал 材质 材質 素材 소재 재질 المادة सामग्री",
  warranty:
    "warranty guarantee garantie garantía garanzia garantia gwarancja záruka гарантия 保修 保証 보증 الضمان",
  played: "played gamesplayed matchesplayed games matches gp mp p pj spiele",
  won: "won wins w siege gewonnen",
  drawn: "drawn draws draw ties remis unentschieden",
  lost: "lost losses l niederlagen verloren",
  goalDifference: "goaldifference goaldiff gd tordifferenz diff",
  standing: "standing rank ranking pos platz rang classement",
} as const;
