/** Names of what offers have. Policy as data, as in `vocabulary.ts`. */

export const OFFERS = {
  lowPrice:
    "lowprice lowestprice minprice minimumprice minimalprice pricemin pricelow pricefrom fromprice startingprice startprice preisab mindestpreis prixmin prixàpartirde preciomínimo preciodesde prezzominimo preçomínimo minprijs cenamin cenaod ценаот minpris",
  highPrice:
    "highprice highestprice maxprice maximumprice maximalprice pricemax pricehigh priceto toprice höchstpreis prixmax preciomáximo preciohasta prezzomassimo preçomáximo maxprijs cenamax cenado maxpris",
  priceRange:
    "pricerange pricespan pricesrange preisspanne fourchettedeprix gammedeprix rangodeprecios fasciadiprezzo faixadepreço prijsbereik zakrescen prisintervall",
  condition:
    "condition itemcondition productcondition usedornew zustand artikelzustand étatduproduit estadodelartículo condizione condizioni estadodoproduto conservação skick kunto tilstand состояние 状態 商品の状態 成色 상품상태",
  seller:
    "seller soldby sellername merchant merchantname vendedor verkäufer verkauftvon verkaufdurch vendeur vendupar vendidopor venditore vendutoda verkoper verkochtdoor sprzedawca prodejce säljare sælger selger продавец 販売元 出品者 卖家 판매자",
  shipping:
    "shipping shippingcost shippingcosts shippingprice shippingfee shippingrate deliverycost deliverycosts deliveryfee deliveryprice postage versandkosten versand lieferkosten fraisdeport fraisdelivraison livraison gastosdeenvío costedeenvío spedizione spesedispedizione frete verzendkosten fraktkostnad frakt dostawa kosztdostawy doprava доставка 送料 运费 運費 배송비",
} as const;
