import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Ends the connection with the answer where the request says that it has a body and that was not read. Node would wait
 * for the rest of it, for as long as the sender likes.
 */
export function leaveUnread(reply: FastifyReply): void {
  // HTTP/2 ends a stream by itself, and forbids the header.
  if (isUnread(reply.request.raw)) reply.header('connection', 'close')
}

function isUnread({ complete, headers, httpVersionMajor }: FastifyRequest['raw']): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
  return complete === false && hasBody && httpVersionMajor === 1
}
