/** Whether a status says that no handler is at an address: a forgery that came there proves nothing. */
export function isNowhere(status: number): boolean {
  return status === 404 || status === 405
}
