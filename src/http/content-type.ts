/**
 * What a content type says a body is; undefined where it says nothing. Proxies merge two headers into one and lose semicolons:
 * a malformed value counts by the type that it begins with.
 */
export function typeOf(contentType: string | undefined): string | undefined {
  if (contentType === undefined || isWellFormed(contentType)) return contentType
  const first = contentType.trimStart().replace(/[\s,;].*$/s, '')
  return isWellFormed(first) ? first : undefined
}

/** Whether a content type is as HTTP has it: Fastify answers others by itself, before a body is read. */
export function isWellFormed(contentType: string): boolean {
  return contentType === 'application/json' || wellFormed.test(contentType)
}

const wellFormed = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;.*)?$/s

export function isJson(type: string): boolean {
  return type === 'application/json' || /^(?:application|text)\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)
}

export function isForm(type: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)
}
