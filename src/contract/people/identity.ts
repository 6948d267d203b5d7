/** Where the public keys of signed requests are published (draft-meunier-http-message-signatures-directory). */
export const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

/** The media type of the keys' directory. */
export const DIRECTORY_TYPE = "application/http-message-signatures-directory+json";
