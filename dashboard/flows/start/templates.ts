/** Common jobs. Each fills in the description; the user adds the URL. */
export interface Template {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly prompt: string;
  readonly placeholder: string;
}

export const TEMPLATES: readonly Template[] = [
  {
    id: "products",
    title: "Products of a shop",
    about: "Names, prices and links, across all pages",
    prompt: "All products with title, price and link",
    placeholder: "shop.example/category",
  },
  {
    id: "prices",
    title: "Price alerts",
    about: "Get an alert when a price falls",
    prompt: "All products with title and price, every day at 6. Alert me when the price falls",
    placeholder: "shop.example/category",
  },
  {
    id: "news",
    title: "News",
    about: "Headlines and dates, every hour",
    prompt: "All articles with title, date and link, every hour",
    placeholder: "news.example/latest",
  },
  {
    id: "jobs",
    title: "Jobs",
    about: "New openings of a company or board",
    prompt: "All jobs with title, location and link, every day. Tell me about new jobs",
    placeholder: "company.example/careers",
  },
  {
    id: "table",
    title: "A table",
    about: "Every row of a table, as a spreadsheet",
    prompt: "All rows of the table",
    placeholder: "stats.example/ranking",
  },
  {
    id: "docs",
    title: "A documentation site",
    about: "Titles and links of all pages",
    prompt: "All pages with title and link",
    placeholder: "docs.example/guide",
  },
  {
    id: "listings",
    title: "Listings",
    about: "Homes, cars or events that match",
    prompt: "All listings with title, price, location and link, every day",
    placeholder: "homes.example/rent",
  },
  {
    id: "contacts",
    title: "Contacts",
    about: "Names, emails and phone numbers",
    prompt: "All people with name, role, email and phone",
    placeholder: "company.example/team",
  },
];

export const templateOf = (id: string | null): Template | undefined =>
  TEMPLATES.find((template) => template.id === id);
