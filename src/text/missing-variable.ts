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

/**
 * As {@link missingVariable}, for a secret, where a placeholder that was never filled in is found too. Of what may be a
 * part of a secret nothing is returned, so it can be shown.
 *
 * @example
 * missingSecret('your-secret-key') // 'your-secret'
 * missingSecret('${PUSH_SECRET}') // '${…}'
 */
export function missingSecret(text: string): string | undefined {
  const word = missingVariable(text) ?? placeholders.exec(text)?.[0] ?? variableName.exec(text)?.[1]
  if (word !== undefined) return word
  const name = reference
    .exec(text)
    ?.slice(1)
    .find((part) => part !== undefined)
  const isName = name !== undefined && (name === name.toLowerCase() || name === name.toUpperCase())
  return isName ? text.replace(name, '…') : undefined
}

/**
 * Says so of a secret that is one character, however it is grouped: `xxxx-xxxx`. Somebody did set it, so it is no missing variable.
 *
 * @example
 * sameCharacter('aaaaaaaa') // 'is one character again and again'
 */
export function sameCharacter(text: string): string | undefined {
  const isOne = text.length > 3 && new Set(text.toLowerCase().replaceAll(/[-_ .]/g, '')).size < 2
  return isOne ? 'is one character again and again' : undefined
}

/** As {@link missingVariable}, for an address or a path: a host such as `dev-null.example` is nobody's mistake. */
export function missingInAddress(address: string): string | undefined {
  const word = longWords.exec(address)?.[0].trim()
  return word ?? address.split(/[/.:@?&=#]/).find((part) => /^(?:null|NaN)+$/.test(part))
}

// No secret has the longer words by chance. Letters of a random one may happen to be the shorter.
const longWords = /undefined|\[object /
const written = /undefined|\[object |(?<![A-Za-z0-9])(?:null|NaN)+(?![A-Za-z0-9])|^null|null$/

// None of these is what a random secret could be.
const placeholders =
  /^your[-_ ]?(?:own|secret|key|token|pass|push|api|app|client|merchant)|^(?:change|replace)[-_ ]?(?:me|this|it|with)|^(?:enter|insert|paste|put|set|add)[-_ ](?:a|me|the|this|your|secret|key|token|password)(?![a-z\d])|^(?:placeholder|dummy|sample|example|fixme|todo)(?![a-z\d])|^tbd$|^(?:process|import\.meta)\.env|(?:goes|secret|key|token|password)[-_ ]here$|^\$?\{\{ |^\$\([a-z]+ /i
const variableName = /^[A-Z][A-Z\d_]*(_(?:SECRET|KEY|TOKEN|PASSWORD)S?)$/
/** A name that a shell, a template or a person would have replaced. */
const reference =
  /^(?:<([a-z_. -]+)>|\[([a-z_. -]+)\]|\$?\{+([a-z_. -]+)\}+|%([a-z_. -]+)%|\$?\(([a-z_. -]+)\)|\$([a-z_. -]+))$/i
