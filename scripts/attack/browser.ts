/** A browser as the service sees it: it keeps cookies, and says from which page a request comes. */

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;

  /** @param url of the service, which is also the page that sends the requests */
  constructor(url: string, cookies: ReadonlyMap<string, string> = new Map()) {
    this.#url = url;
    for (const [name, value] of cookies) this.cookies.set(name, value);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${this.#url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        origin: this.#url,
        ...(cookie !== "" && { cookie }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** The same, where the attack cannot go on without it. @throws Error if it is refused */
  async must<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const { status, text } = await this.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} is refused: ${status} ${text.slice(0, 200)}`);
    return JSON.parse(text).data as Data;
  }

  /** A browser with the same cookies, such as a thief's. */
  copy(): Browser {
    return new Browser(this.#url, this.cookies);
  }

  #keep(set: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    if (value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
