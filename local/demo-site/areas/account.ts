import { PRODUCTS, priceOf, showPrice } from "../catalogue.ts";
import { renderPage } from "../layout.ts";
import { escapeHtml, html, type Reply, type Route, redirect, type Shop } from "../reply.ts";

/** The only login. A demo has no secrets. */
export const DEMO_LOGIN = { username: "reader", password: "larch" };

export const ORDER_COUNT = 6;
const COOKIE = "shop-session";
const ORDERS = "/account/orders";
const LOCKED = "This account is locked: too many sign-ins. Try again in a minute.";

const page = (shop: Shop, title: string, path: string, main: string, status = 200): Reply => {
  const crumbs = [
    { name: "Home", path: "/" },
    { name: title, path },
  ];
  return html(
    renderPage(shop, { title, description: `${title} at the demo shop.`, path, crumbs, main }),
    status,
  );
};

/** Where a customer goes after signing in: only to pages of the account, wherever the link says. */
const backTo = (path = ""): string => (/^\/account\/[\w/-]+$/.test(path) ? path : ORDERS);

const loginForm = (shop: Shop, back: string, problem = "", status = 401): Reply =>
  page(
    shop,
    "Log in",
    "/login",
    `<h1>Log in</h1>
${problem && `<p class="form-error" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/login">
<input type="hidden" name="back" value="${escapeHtml(back)}">
<p><label>Name <input name="username" autocomplete="username" required></label></p>
<p><label>Password <input name="password" type="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Log in</button></p>
</form>`,
    problem === "" ? 200 : status,
  );

const orders = (shop: Shop): Reply => {
  const rows = PRODUCTS.slice(0, ORDER_COUNT).map(
    (product, index) =>
      `<tr class="order"><td class="order-number">O-${2_000 + index}</td><td class="order-item">${escapeHtml(product.name)}</td><td class="order-total">${showPrice(priceOf(product, 0).cents)}</td></tr>`,
  );
  return page(
    shop,
    "Your orders",
    "/account/orders",
    `<h1>Your orders</h1>
<p class="greeting">Welcome back, ${DEMO_LOGIN.username}.</p>
<table class="orders"><thead><tr><th>Order</th><th>Item</th><th>Total</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  );
};

export const ACCOUNT_ROUTES: readonly Route[] = [
  {
    path: "/login",
    takesForms: true,
    answer: (shop, _params, { isPost, form, query, cookies }) => {
      const back = backTo(form.back ?? query.back);
      if (!isPost) return shop.sessions.knows(cookies[COOKIE]) ? redirect(back, 303) : loginForm(shop, back);
      const isKnown = form.username === DEMO_LOGIN.username && form.password === DEMO_LOGIN.password;
      if (!isKnown) {
        shop.sessions.refuse();
        return loginForm(shop, back, "No one goes by this name and password.");
      }
      const session = shop.sessions.admit();
      if (session === null) return loginForm(shop, back, LOCKED, 423);
      const welcome = redirect(back, 303);
      const cookie = `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax`;
      return { ...welcome, headers: { ...welcome.headers, "set-cookie": cookie } };
    },
  },
  {
    path: ORDERS,
    answer: (shop, _params, { cookies }) =>
      shop.sessions.knows(cookies[COOKIE]) ? orders(shop) : redirect(`/login?back=${ORDERS}`, 303),
  },
];
