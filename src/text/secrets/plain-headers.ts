/** Whether a header of a request holds no secret, and says what an error has to be understood by. */
export function isPlainHeader(name: string): boolean {
  return plain.has(name) || name.startsWith('sec-')
}

const plain: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'forwarded',
  'host',
  'origin',
  'pragma',
  'referer',
  'te',
  'transfer-encoding',
  'user-agent',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
])
