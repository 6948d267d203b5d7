/** A database's server as the egress checks targets: as a URL of its host and port. */
export const databaseUrl = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${host.includes(":") ? `[${host}]` : host}:${port}/`;
