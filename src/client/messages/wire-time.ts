/**
 * A moment as the messaging service writes it: `YYYY-MM-DD HH:MM:SS` in GMT (reference 2.9, 4.8), cut to the second.
 * `readDate` reads it back.
 *
 * @param time a valid date of the years 0 to 9999
 */
export function writeWireTime(time: Date): string {
  return time.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')
}
