import { describe, expect, it } from "@jest/globals";
import { completeUrl } from "../../../client/address.ts";
import { cronOf, dayTimesOf } from "../../../dashboard/ui/dayTimes.ts";
import { showAmount, showName, showSchedule } from "../../../dashboard/ui/format.ts";

describe("a URL typed by the user", () => {
  it.each([
    ["shop.example/books", "https://shop.example/books"],
    [" shop.example ", "https://shop.example"],
    ["http://shop.example", "http://shop.example"],
    ["localhost:4600/catalogue", "http://localhost:4600/catalogue"],
    ["127.0.0.1:4600", "http://127.0.0.1:4600"],
    ["[::1]:80/", "http://[::1]:80/"],
    ["10.example/", "https://10.example/"],
    ["", ""],
  ])("%j is completed to %j", (typed, url) => {
    expect(completeUrl(typed)).toBe(url);
  });
});

describe("a schedule", () => {
  it.each(["0 6 * * *", "30 18 * * 1-5", "5 0 * * 0"])(
    "%s can be edited with the controls, and stays the same",
    (cron) => {
      const days = dayTimesOf(cron);
      expect(days === null ? null : cronOf(days)).toBe(cron);
    },
  );

  it.each(["*/5 * * * *", "0 6 1 * *", "0 24 * * *", "60 6 * * *", "0 6 * * 1,3", "0 6"])(
    "%s can be edited as a cron expression only",
    (cron) => {
      expect(dayTimesOf(cron)).toBeNull();
    },
  );

  it.each([
    [null, "Manual"],
    [{ every: "1d" }, "Daily"],
    [{ every: "2h" }, "Every 2 hours"],
    [{ cron: "0 6 * * 1", timezone: "UTC" }, "Mondays at 06:00 (UTC)"],
    [{ cron: "0 6 * * 1-5", timezone: "UTC" }, "Monday to Friday at 06:00 (UTC)"],
    [{ cron: "0 6 1 * *", timezone: "UTC" }, "0 6 1 * * (UTC)"],
  ])("%j reads as %j", (schedule, text) => {
    expect(showSchedule(schedule)).toBe(text);
  });
});

describe("a value", () => {
  it("of money has two decimals, and its currency if known", () => {
    expect([showAmount(12.5, null), showAmount(1299, "EUR")]).toEqual(["12.50", "€1,299.00"]);
  });

  it.each([
    ["url", "URL"],
    ["original_price", "Original price"],
    ["originalPrice", "Original price"],
    ["change_detected", "Change detected"],
  ])("named %s is titled %s", (name, title) => {
    expect(showName(name)).toBe(title);
  });
});
