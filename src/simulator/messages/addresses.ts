import { countries, type Numbering } from '../../text/countries.ts'

/** A recipient, or the code that says why there is none. */
export type Destination = { readonly mobile: string; readonly networkId: string } | { readonly code: '400/1' | '400/4' }

/**
 * The recipient of a message (reference 4.4): international with its plus, which clients also leave out, or national
 * where the country is known. The service reaches the countries of its table.
 */
export function readDestination(text: string, home: Numbering | undefined): Destination {
  const written = text.replaceAll(/[\s().-]/g, '')
  if (!/^\+?\d{7,17}$/.test(written)) return { code: '400/1' }
  const national = home && nationalOf(written, home)
  if (home !== undefined && national !== undefined) return found(home.callingCode + national, home)
  const digits = written.replace(/^(?:\+|00)/, '')
  const abroad = numberings.find(({ callingCode }) => digits.startsWith(callingCode))
  if (abroad === undefined) return { code: written.startsWith('+') ? '400/4' : '400/1' }
  return fits(digits.slice(abroad.callingCode.length), abroad) ? found(digits, abroad) : { code: '400/1' }
}

/** What follows the trunk prefix of a number as it is dialled inside a country; undefined for any other. */
function nationalOf(written: string, home: Numbering): string | undefined {
  const { trunk = '' } = home
  const national = written.slice(trunk.length)
  return written.startsWith(trunk) && fits(national, home) ? national : undefined
}

/** In international form where it is a recipient's; else as it is. */
export function mobileOf(text: string, home: Numbering | undefined): string {
  const destination = readDestination(text, home)
  return 'mobile' in destination ? destination.mobile : text
}

/** The network of a number (reference 2.9, 4.11): the country's code with a network's; empty where nothing is known. */
export function networkOf(text: string, home: Numbering | undefined): string {
  const destination = readDestination(text, home)
  return 'mobile' in destination ? destination.networkId : ''
}

/** Whether a message may be from this: at most 11 characters without spaces, or at most 16 digits (reference 8). */
export function isSender(text: string): boolean {
  return /^\+?\d{1,16}$/.test(text) || /^[^\s\p{C}]{1,11}$/u.test(text)
}

const numberings: readonly Numbering[] = Object.values(countries)

function fits(national: string, { nationalLengths }: Numbering): boolean {
  return nationalLengths.includes(national.length)
}

function found(digits: string, { callingCode }: Numbering): Destination {
  const country = mobileCountryCodes[callingCode]
  return { mobile: `+${digits}`, networkId: country === undefined ? callingCode : `${country}01` }
}

/** By calling code, the country codes of mobile networks where such services are at home. */
const mobileCountryCodes: Readonly<Record<string, string>> = {
  '220': '607',
  '221': '608',
  '222': '609',
  '223': '610',
  '224': '611',
  '225': '612',
  '226': '613',
  '227': '614',
  '228': '615',
  '229': '616',
  '231': '618',
  '232': '619',
  '233': '620',
  '234': '621',
  '237': '624',
  '238': '625',
  '245': '632',
  '250': '635',
  '254': '639',
  '255': '640',
  '256': '641',
}
