import type { LineAnswer } from './line.ts'

/** What an answer says that no application with the plugin gives, and what to do about it; null for any other. */
export function strangenessOf({ status, headers, body }: LineAnswer): string | null {
  if (status >= 300 && status < 400) {
    return `it redirects to ${headers.location ?? 'another address'}, and the service follows no redirect: register the last address`
  }
  const isPage =
    /\bhtml\b/i.test(headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)\b/i.test(body.toString('utf8', 0, 100))
  return isPage
    ? `it is a web page (HTML), its status is ${status}: something else answers there. Look at the port and the path: app.merchant.urls has them`
    : null
}
