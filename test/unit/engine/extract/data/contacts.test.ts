import { describe, expect, it } from "@jest/globals";
import { itemFrom, jsonLd, pageOf } from "./helpers.ts";

describe("contacts", () => {
  it.each([
    ["a link", '<a href="tel:+49%2030%20123456">Call</a>', "+49 30 123456"],
    ["a label", "<p>Tel.: 030 / 123 45 67 · Fax: 030 / 999</p>", "030 / 123 45 67"],
    ["an English label", "<p>Call us (555) 010-4477 today</p>", "(555) 010-4477"],
    ["a number with its country", "<footer><p>+33 1 23 45 67 89</p></footer>", "+33 1 23 45 67 89"],
    ["a Japanese label", "<p>電話番号：03-1234-5678</p>", "03-1234-5678"],
    ["a number before its hours", "<p>+33 1 23 45 67 89 (8:00–17:00)</p>", "+33 1 23 45 67 89"],
    ["votes before a time", "<p>+1 (2024) 12-25 10:30</p>", null],
    ["a number that is an order", "<p>Order 4471 2230 99</p>", null],
  ])("reads a phone number from %s", (_what, body, phone) => {
    expect(itemFrom(pageOf(`<h1>Us</h1>${body}`), { title: "string", phone: "string" })?.phone).toBe(phone);
  });

  it.each([
    ["a link", '<a href="mailto:a@b.example?subject=x">mail</a>', "a@b.example"],
    ["text", "<p>Write to office@b.example.</p>", "office@b.example"],
    ["text that hides it", "<p>office [at] b [dot] example</p>", "office@b.example"],
    ["a sentence with at", "<p>Meet us at home dot com</p>", null],
  ])("reads an email address from %s", (_what, body, email) => {
    expect(itemFrom(pageOf(`<h1>Us</h1>${body}`), { title: "string", email: "email" })?.email).toBe(email);
  });

  it("does not confuse the type of a phone number in a contact card with the type of the page's subject", () => {
    const card =
      '<p class="tel"><span class="type">Work</span> <span class="value">(800) 460-6228</span></p>';
    expect(itemFrom(pageOf(`<h1>College</h1>${card}`), { phone: "string", type: "string" })).toEqual({
      phone: "(800) 460-6228",
      type: null,
    });
    const typed = '<p class="type">Private</p>';
    expect(itemFrom(pageOf(`<h1>College</h1>${typed}${card}`), { type: "string" })).toEqual({
      type: "Private",
    });
  });

  it("decodes an obfuscated email address", () => {
    const key = 0x42;
    const coded = [key, ...[..."hi@b.example"].map((letter) => letter.charCodeAt(0) ^ key)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join("");
    expect(itemFrom(pageOf(`<a data-cfemail="${coded}">[hidden]</a>`), { email: "email" })).toEqual({
      email: "hi@b.example",
    });
  });

  it.each([
    [
      "German",
      "<address>Hob GmbH<br>Musterstraße 12<br>10115 Berlin</address>",
      { street: "Musterstraße 12", postalCode: "10115", city: "Berlin" },
    ],
    [
      "French",
      "<p>12 rue de Rivoli, 75001 Paris</p>",
      { street: "12 rue de Rivoli", postalCode: "75001", city: "Paris" },
    ],
    [
      "American",
      "<p>123 Main St, Springfield, IL 62701</p>",
      { street: "123 Main St", postalCode: "62701", city: "Springfield" },
    ],
    [
      "British",
      "<p>221B Baker Street, London NW1 6XE</p>",
      { street: "221B Baker Street", postalCode: "NW1 6XE", city: "London" },
    ],
    [
      "Dutch",
      "<p>Prinsengracht 263, 1016 GV Amsterdam</p>",
      { street: "Prinsengracht 263", postalCode: "1016 GV", city: "Amsterdam" },
    ],
  ])("splits a %s postal address", (_what, body, address) => {
    const schema = { address: { street: "string", postalCode: "string", city: "string" } } as const;
    expect(itemFrom(pageOf(`<h1>Us</h1>${body}`), schema)).toEqual({ address });
  });

  it.each([
    "View 1st quarter 2018 meeting minutes",
    "Updated on the 1st, 2023 By Jane Doe",
    "On the 3rd Floor, 3951 Perkins Ave.",
  ])("does not read an ordinal as a street: %s", (text) => {
    expect(itemFrom(pageOf(`<h1>Us</h1><p>${text}</p>`), { address: "string" })?.address ?? null).toBeNull();
  });

  it("returns an address from markup as text, as parts and as an object", () => {
    const place = {
      "@type": "Restaurant",
      name: "Hob",
      address: {
        "@type": "PostalAddress",
        streetAddress: "Main St 1",
        addressLocality: "Ulm",
        postalCode: "89073",
      },
    };
    const html = pageOf("<h1>Hob</h1>", jsonLd(place));
    expect(itemFrom(html, { address: "string", city: "string" })).toEqual({
      address: "Main St 1, 89073, Ulm",
      city: "Ulm",
    });
    expect(itemFrom(html, { address: { city: "string", zip: "string" } })).toEqual({
      address: { city: "Ulm", zip: "89073" },
    });
  });
});
