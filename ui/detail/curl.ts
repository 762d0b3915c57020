import type { WholeRow } from '../state/types.ts'

/** The request of a row as a command of a shell. */
export function curlOf({ method, url, request }: Pick<WholeRow, 'method' | 'url' | 'request'>): string {
  const headers = Object.entries(request.headers)
    .filter(([name]) => !/^(?:content-length|connection|host|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const body = request.text === '' ? [] : [`--data-binary ${quoted(request.text)}`]
  return [`curl -i -X ${method} ${quoted(url)}`, ...headers, ...body].join(' \\\n  ')
}

/** In single quotes a shell reads nothing but the next quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
