import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BuiltPage, keptForEver, missingFile } from '../../built-files.ts'

/** The page in the browser: its files from memory, by their names alone. */
export function addPageFiles(scope: FastifyInstance): void {
  scope.get('/', { prefixTrailingSlash: 'both' }, (request, reply) => sendIndex(request, reply))
  scope.get<{ Params: { readonly name: string } }>('/assets/:name', (request, reply) => {
    reply.header('cache-control', `private, ${keptForEver}`)
    return sendFile(`assets/${request.params.name}`, request, reply)
  })
}

/** Its files stand beside it, so its address ends in a slash. */
function sendIndex(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?')
  if (path.endsWith('/')) return sendFile('index.html', request, reply)
  return reply.redirect(`${path.slice(path.lastIndexOf('/') + 1)}/`)
}

function sendFile(name: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = page.file(name)
  if (file === undefined) {
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(missingFile)
  }
  reply.header('etag', file.etag)
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}

const page = new BuiltPage('page-operations')
