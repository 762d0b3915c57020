import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BuiltPage, keptForEver, missingFile, pageHeaders } from '../../built-files.ts'

/** Where the page is, of the simulator's own address. */
export const pagePath = '/_simulator/page/'

/** The page in the browser: its files from memory, by their names alone. It does nothing but what the control can. */
export async function pageRoutes(server: FastifyInstance): Promise<void> {
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(safely)
  })
  server.get(pagePath, asHead, (request, reply) => sendFile('index.html', request, reply))
  server.get<{ Params: { readonly name: string } }>(`${pagePath}assets/:name`, asHead, (request, reply) =>
    sendFile(`assets/${request.params.name}`, request, reply),
  )
  server.get(pagePath.slice(0, -1), asHead, (_request, reply) => reply.redirect(pagePath))
}

/** HEAD is answered as GET is, without the body. */
const asHead = { exposeHeadRoute: true }

/** Whether a person's browser asks for the simulator's address alone, as a terminal shows it. */
export function isLookedAt({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  return url === '/' && (method === 'GET' || method === 'HEAD') && accept.includes('text/html')
}

function sendFile(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = page.file(name)
  if (file === undefined) return reply.code(404).type('text/plain; charset=utf-8').send(missingFile)
  // A name has the hash of what is in the file; the first file has none.
  const caching = name === 'index.html' ? 'no-cache' : `public, ${keptForEver}`
  reply.header('cache-control', caching).header('etag', file.etag)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}

const page = new BuiltPage('page')

/** Beside its own page it shows the checkout page of an invoice. */
const safely = { ...pageHeaders("frame-src 'self'"), 'cross-origin-opener-policy': 'same-origin' }
