import { gsm7Length } from '../../text/gsm7.ts'

/** What fits on the screen of a phone. */
export interface FitSettings {
  /** In septets of the GSM 7-bit alphabet, the ways included; 160 is what one USSD message holds. */
  readonly limit: number
  /**
   * `gsm7` and `ascii` fold what is outside those alphabets. `keep` sends every character: a page that has one outside
   * GSM 7-bit travels in 16 bits a character, so it holds 7/16 of the limit, 70 of 160.
   */
  readonly characters: 'gsm7' | 'ascii' | 'keep'
}

/**
 * What is left of a page, counted both ways at once: in septets, where one character outside GSM 7-bit leaves no room at
 * all, and in UTF-16 units. A page keeps to its limit as long as one of them is not below 0. The second is so much
 * smaller that a page of GSM 7-bit alone is always decided by the first.
 */
export interface Room {
  readonly septets: number
  readonly units: number
}

/** The room of an empty page. */
export function roomOf({ limit }: FitSettings): Room {
  return { septets: limit, units: wideLimit(limit) }
}

/** The room of an empty page, counted the way that holds less of what these settings let through. */
export function leastRoomOf({ limit, characters }: FitSettings): Room {
  return characters === 'keep' ? { septets: none, units: wideLimit(limit) } : { septets: limit, units: none }
}

export function roomBeside(room: Room, text: string): Room {
  return { septets: room.septets - (gsm7Length(text) ?? Infinity), units: room.units - text.length }
}

export function isRoom(room: Room): boolean {
  return room.septets >= 0 || room.units >= 0
}

/** Where the part of a text that begins at `from` and fits ends. It may be inside a character of two units. */
export function reachIn(room: Room, text: string, from: number): number {
  let { septets, units } = room
  for (let at = from; at < text.length; at++) {
    septets -= gsm7Length(text.charAt(at)) ?? Infinity
    units -= 1
    if (septets < 0 && units < 0) return at
  }
  return text.length
}

const none = -Infinity

/** The same bytes hold 16 bits a character in place of 7. */
function wideLimit(limit: number): number {
  return Math.floor((limit * 7) / 16)
}
