/**
 * The word that a template string writes where a variable is missing, such as `undefined` in `sk-undefined`; undefined
 * where the text has none. Nobody means such a setting, and everybody can guess it.
 *
 * @example
 * missingVariable(`sk-${process.env.NOT_SET}`) // 'undefined'
 */
export function missingVariable(text: string): string | undefined {
  return written.exec(text)?.[0].trim()
}

/** As {@link missingVariable}, for an address or a path: a host such as `dev-null.example` is nobody's mistake. */
export function missingInAddress(address: string): string | undefined {
  const word = longWords.exec(address)?.[0].trim()
  return word ?? address.split(/[/.:@?&=#]/).find((part) => /^(?:null|NaN)+$/.test(part))
}

// No secret has the longer words by chance. Letters of a random one may happen to be the shorter.
const longWords = /undefined|\[object /
const written = /undefined|\[object |(?<![A-Za-z0-9])(?:null|NaN)+(?![A-Za-z0-9])|^null|null$/
