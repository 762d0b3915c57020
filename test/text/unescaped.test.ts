import { expect, it } from 'vitest'
import { hideSecrets, spellings } from '../../src/text/hide-secrets.ts'
import { unescaped } from '../../src/text/secrets/unescaped.ts'

it.each([
  ['an address, in small letters', 'for%c3%aat%2fn%c3%a9', 'forêt/né'],
  ['an address in Latin-1', 'n%e9 %E9', 'né é'],
  ['an address in an address', 'a%2520b%25c3%25a9', 'a bé'],
  ['a page, by numbers', 'O&#39;Brien&#38;S&#246;hne &#x1F511;', "O'Brien&Söhne 🔑"],
  ['a page, by names', 'S&ouml;hne &amp; &Eacute;t&eacute; &szlig; &Oslash;&quot;', 'Söhne & Été ß Ø"'],
  ['a page, by names of signs', 'p&pound;&euro;&commat;&lbrack;7&Hat;&percnt;', 'p£€@[7^%'],
  ['a page in a page', 'tok&amp;#34;en&#38;amp;7', 'tok"en&7'],
  ['JSON in JSON', JSON.stringify(JSON.stringify('tok"en\\/é\n')).slice(3, -3), 'tok"en/é\n'],
  ['JSON of ASCII', String.raw`\u00e9\/\ud83d\udd11`, 'é/🔑'],
])('a text reads without the escapes of %s', (_what, text, read) => {
  expect(unescaped(text)?.text).toBe(read)
})

it.each(['plain', '100 % & more', String.raw`C:\users`, '&#x110000;', '&unknown; &nosuch;'])('%j has none', (text) => {
  expect(unescaped(text)).toBeUndefined()
})

it('a secret is hidden where it is escaped, with all of its escapes and nothing beside them', () => {
  const shown = (text: string) => hideSecrets(text, ["O'Brien&Söhne7"])
  expect(shown('at %25 (O&#39;Brien&amp;S&#246;hne7)')).toBe('at %25 (***)')
  expect(shown('?tok=O%27Brien%26S%c3%b6hne7')).toBe('?tok=***')
  expect(shown('O&#39;Brien&amp;S&#246;hne8')).toBe('O&#39;Brien&amp;S&#246;hne8')
  const likeEscapes = String.raw`cs"sec\ret%41&7`
  expect(hideSecrets(String.raw`at cs&#34;sec\ret%41&#38;7.`, spellings(likeEscapes))).toBe('at ***.')
})
