/** Content-Security-Policy of a page; `scriptHashes` are base64 SHA-256 of its inline scripts. */
export function pagePolicy(scriptHashes: string[], frameHosts: string[]): string {
  const hashes = scriptHashes.map((hash) => `'sha256-${hash}'`).join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes}`.trim(),
    // React style attributes need it (security 4.5).
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frameHosts.length > 0 ? frameHosts.join(" ") : "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** What a page may use of the device; `camera` is a list of origins. */
export const permissionsPolicy = (camera: "()" | "(self)"): string =>
  `camera=${camera}, microphone=(), geolocation=(), payment=()`;

const API_POLICY = "default-src 'none'; frame-ancestors 'self'; base-uri 'none'; sandbox";

/** On every answer of the program, errors and files included. Source: security 4.5. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": API_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "SAMEORIGIN",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": permissionsPolicy("()"),
  "strict-transport-security": "max-age=31536000; includeSubDomains",
};
