import { describe, expect, it } from "@jest/globals";
import type { Schedule } from "../../../../src/contract/flows/schedule.ts";
import { checkSchedule } from "../../../../src/domain/flows/checkSchedule.ts";
import { readSchedule } from "../../../../src/engine/generate/schedule/schedule.ts";

const write = (schedule: Schedule | null): string =>
  schedule === null ? "" : "cron" in schedule ? `${schedule.cron} ${schedule.timezone}` : schedule.every;

describe("the schedule in a prompt", () => {
  it.each([
    ["price of this product every day at noon", "0 12 * * * UTC"],
    ["every day at midnight", "0 0 * * * UTC"],
    ["daily at half past 8", "30 8 * * * UTC"],
    ["every day at 8pm", "0 20 * * * UTC"],
    ["all products at 8pm every day", "0 20 * * * UTC"],
    ["weekdays", "0 6 * * 1-5 UTC"],
    ["on weekdays at 9", "0 9 * * 1-5 UTC"],
    ["every Monday and Thursday", "0 6 * * 1,4 UTC"],
    ["every Monday and Thursday at 7:15", "15 7 * * 1,4 UTC"],
    ["every Monday, Wednesday and Friday at 6am", "0 6 * * 1,3,5 UTC"],
    ["Mondays and Fridays", "0 6 * * 1,5 UTC"],
    ["from Monday to Friday at 8", "0 8 * * 1-5 UTC"],
    ["Mon-Fri at 8", "0 8 * * 1-5 UTC"],
    ["twice a day", "12h"],
    ["3 times per day", "8h"],
    ["every 15 minutes", "15m"],
    ["hourly", "1h"],
    ["every hour", "1h"],
    ["every half hour", "30m"],
    ["every other day", "2d"],
    ["every two hours", "2h"],
    ["every 6h", "6h"],
    ["every 30 min", "30m"],
    ["every 30 seconds", "5m"],
    ["every minute", "5m"],
    ["once a day", "0 6 * * * UTC"],
    ["once a week", "0 6 * * 1 UTC"],
    ["every weekend", "0 6 * * 0,6 UTC"],
    ["every morning", "0 8 * * * UTC"],
    ["every evening", "0 18 * * * UTC"],
    ["every evening at 8", "0 20 * * * UTC"],
    ["every night at 11", "0 23 * * * UTC"],
    ["every month", "0 6 1 * * UTC"],
    ["on the 15th of every month at 9", "0 9 15 * * UTC"],
    ["monthly on the 3rd", "0 6 3 * * UTC"],
    ["every day at 8 and 18", "0 8,18 * * * UTC"],
    ["twice a day, at 8 and 20", "0 8,20 * * * UTC"],
    ["every day at 8am and 8pm", "0 8,20 * * * UTC"],
    ["every 15 minutes on weekdays between 9 and 17", "*/15 9-16 * * 1-5 UTC"],
    ["hourly on weekdays", "0 * * * 1-5 UTC"],
    ["every day at a quarter past six", "15 6 * * * UTC"],
    ["every day at quarter to 9 pm", "45 20 * * * UTC"],
    ["alle Produkte täglich um 12 Uhr", "0 12 * * * UTC"],
    ["jeden Tag um Mitternacht", "0 0 * * * UTC"],
    ["jeden Tag um halb neun", "30 8 * * * UTC"],
    ["täglich mittags", "0 12 * * * UTC"],
    ["werktags um 8:30 Uhr", "30 8 * * 1-5 UTC"],
    ["jeden Montag und Donnerstag um 7", "0 7 * * 1,4 UTC"],
    ["zweimal am Tag", "12h"],
    ["alle 15 Minuten", "15m"],
    ["stündlich", "1h"],
    ["jede Stunde", "1h"],
    ["jeden Abend um 8", "0 20 * * * UTC"],
    ["montags bis freitags um 18 Uhr", "0 18 * * 1-5 UTC"],
    ["jeden Morgen", "0 8 * * * UTC"],
    ["am Wochenende", "0 6 * * 0,6 UTC"],
    ["alle zwei Stunden", "2h"],
    ["täglich um 8 Uhr morgens", "0 8 * * * UTC"],
    ["jeden Tag um 8 Uhr abends", "0 20 * * * UTC"],
    ["tous les jours à midi", "0 12 * * * UTC"],
    ["chaque jour à minuit", "0 0 * * * UTC"],
    ["tous les jours à 8h30", "30 8 * * * UTC"],
    ["chaque lundi et jeudi à 9h", "0 9 * * 1,4 UTC"],
    ["deux fois par jour", "12h"],
    ["toutes les 15 minutes", "15m"],
    ["toutes les heures", "1h"],
    ["du lundi au vendredi à 8 heures", "0 8 * * 1-5 UTC"],
    ["tous les jours à 8 heures et demie", "30 8 * * * UTC"],
    ["tous les matins", "0 8 * * * UTC"],
    ["en semaine à 7h", "0 7 * * 1-5 UTC"],
    ["tous les jours à 8 heures du soir", "0 20 * * * UTC"],
    ["todos los días a mediodía", "0 12 * * * UTC"],
    ["cada día a las 8 de la tarde", "0 20 * * * UTC"],
    ["cada lunes y jueves a las 9", "0 9 * * 1,4 UTC"],
    ["dos veces al día", "12h"],
    ["cada 15 minutos", "15m"],
    ["cada hora", "1h"],
    ["de lunes a viernes a las 8:30", "30 8 * * 1-5 UTC"],
    ["todos los días a las ocho y media", "30 8 * * * UTC"],
    ["a medianoche todos los días", "0 0 * * * UTC"],
    ["entre semana a las 7", "0 7 * * 1-5 UTC"],
    ["cada mañana", "0 8 * * * UTC"],
    ["todos os dias ao meio-dia", "0 12 * * * UTC"],
    ["todo dia à meia-noite", "0 0 * * * UTC"],
    ["todos os dias às 8 da noite", "0 20 * * * UTC"],
    ["toda segunda e quinta às 9h", "0 9 * * 1,4 UTC"],
    ["duas vezes por dia", "12h"],
    ["a cada 15 minutos", "15m"],
    ["a cada hora", "1h"],
    ["de segunda a sexta às 8h30", "30 8 * * 1-5 UTC"],
    ["diariamente às 18h", "0 18 * * * UTC"],
    ["nos dias úteis às 8", "0 8 * * 1-5 UTC"],
    ["ogni giorno a mezzogiorno", "0 12 * * * UTC"],
    ["ogni lunedì e giovedì alle 9", "0 9 * * 1,4 UTC"],
    ["due volte al giorno", "12h"],
    ["ogni 15 minuti", "15m"],
    ["ogni ora", "1h"],
    ["dal lunedì al venerdì alle 8", "0 8 * * 1-5 UTC"],
    ["毎日正午に", "0 12 * * * UTC"],
    ["毎日午後8時に価格を", "0 20 * * * UTC"],
    ["毎朝8時半", "30 8 * * * UTC"],
    ["平日の9時に", "0 9 * * 1-5 UTC"],
    ["毎週月曜日と木曜日の10時", "0 10 * * 1,4 UTC"],
    ["15分ごとに", "15m"],
    ["毎時", "1h"],
    ["毎日2回", "12h"],
    ["毎日8時30分", "30 8 * * * UTC"],
    ["每天中午", "0 12 * * * UTC"],
    ["每天晚上8点", "0 20 * * * UTC"],
    ["每周一和周四上午9点", "0 9 * * 1,4 UTC"],
    ["每15分钟", "15m"],
    ["每小时", "1h"],
    ["工作日8点", "0 8 * * 1-5 UTC"],
    ["每天两次", "12h"],
    ["كل يوم عند الظهر", "0 12 * * * UTC"],
    ["كل يوم الساعة 8 مساء", "0 20 * * * UTC"],
    ["كل 15 دقيقة", "15m"],
    ["كل ساعة", "1h"],
    ["يوميا", "0 6 * * * UTC"],
    ["كل يوم اثنين وخميس الساعة 9", "0 9 * * 1,4 UTC"],
    ["مرتين في اليوم", "12h"],
    ["كل يوم في منتصف الليل", "0 0 * * * UTC"],
    ["monitor every 1 hour", "1h"],
    ["Weekly report of new jobs", "0 6 * * 1 UTC"],
    ["daily price check", "0 6 * * * UTC"],
    ["Check weekly for new jobs", "0 6 * * 1 UTC"],
    ["hourly, please", "1h"],
  ])("is read: %s → %s", (prompt, expected) => {
    const { schedule, notes } = readSchedule(prompt);
    expect(write(schedule)).toBe(expected);
    expect(() => checkSchedule(schedule, "free")).not.toThrow();
    expect(notes.length).toBe(/seconds|every minute/.test(prompt) ? 1 : 0);
  });

  it.each([
    "titles and prices of all products",
    "articles posted on Monday",
    "the 20 cheapest products",
    "every other Monday",
    "each product with its price",
    "todos los productos con nombre",
    "alle Produkte",
    "plan, monthly price and annual price",
    "Daily specials of this restaurant",
    "weekly hours and hourly rate of each job",
    "Hourly forecast with temperature",
    "yearly revenue of each company",
  ])("is not set if no schedule can express it: %s", (prompt) => {
    expect(readSchedule(prompt).schedule).toBeNull();
  });

  it("is reported if no schedule can express it", () => {
    expect(readSchedule("every other Monday").notes).toEqual([
      expect.stringContaining('"every other Monday"'),
    ]);
    expect(readSchedule("every day at 8:30 and at 18:00").notes).toEqual([expect.stringContaining("18:00")]);
    expect(readSchedule("every minute").notes).toEqual([expect.stringContaining("every 5 minutes")]);
  });

  it("does not affect the rest of the prompt", () => {
    expect(readSchedule("name and price of all kettles, every day at noon Berlin time").rest.trim()).toMatch(
      /^name and price of all kettles,\s*$/,
    );
    expect(readSchedule("every day at 8 and 20 products").schedule).toEqual({
      cron: "0 8 * * *",
      timezone: "UTC",
    });
  });

  it("is read in bounded time, whatever the prompt", () => {
    const started = process.cpuUsage().user;
    for (const word of ["every ", "at 8 and ", "monday and ", "half past ", "alle 2 ", "毎"])
      readSchedule(word.repeat(2_000 / word.length));
    expect((process.cpuUsage().user - started) / 1_000).toBeLessThan(2_000);
  });
});
