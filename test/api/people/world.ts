/** Owners of new accounts, and what they send. */
import { newAccount } from "../../helpers/api.ts";
import { uniqueAddress } from "../../helpers/people.ts";

export const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

export const TICKET = { subject: "Prices are missing", type: "bug", priority: "high" };

export const FLOW = { name: "Books", url: "https://shop.example/", mode: "extract" };

export const newOwner = async () => {
  const email = uniqueAddress("owner");
  return { email, account: await newAccount("scale", email) };
};
