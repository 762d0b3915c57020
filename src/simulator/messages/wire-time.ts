/** A moment as messages have it: `YYYY-MM-DD HH:MM:SS` in GMT (reference 4.5, 4.8). */
export function writeTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** The same without seconds (reference 4.11). */
export function writeMinute(ms: number): string {
  return writeTime(ms).slice(0, 16)
}

/** A moment in that form, which clients also write as ISO 8601; without a zone it is GMT. Undefined for anything else. */
export function readTime(text: string): number | undefined {
  const [, date = '', time = '', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?) ?(Z|[+-]\d{2}:\d{2})?$/i.exec(text.trim()) ?? []
  const moment = Date.parse(`${date}T${time}${zone.toUpperCase()}`)
  // A day that no month has becomes one of the next.
  const isReal = new Date(`${date}T00:00:00Z`).getUTCDate() === Number(date.slice(-2))
  return Number.isNaN(moment) || !isReal ? undefined : moment
}
