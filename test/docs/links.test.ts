import { existsSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { documents, proseOf, read, root } from './documents.ts'

const links = documents.flatMap((file) =>
  [...proseOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => ({ file, target })),
)

describe('the links between the documents', () => {
  it('are found', () => {
    expect(links.length).toBeGreaterThan(40)
  })

  it.each(links)('$target in $file leads somewhere', ({ file, target }) => {
    const [path = '', anchor] = target.split('#')
    const found = path === '' ? file : new URL(path, `file:///${file}`).pathname.slice(1)
    expect(existsSync(root + found)).toBe(true)
    if (anchor !== undefined && statSync(root + found).isFile()) expect(anchorsOf(found)).toContain(anchor)
  })

  it('never leave the project for a place that nobody else can see', () => {
    expect(documents.filter((file) => /\]\((?:\/|file:|\.\.\/\.\.\/\.\.)/.test(read(file)))).toEqual([])
  })
})

describe('the guides', () => {
  const decisions = 'docs/decisions/'
  const guides = documents.filter((file) => file.startsWith('docs/') && file !== 'docs/README.md')

  it.each(guides)('%s can be found from the index, and that from the README', (file) => {
    const isDecision = file.startsWith(decisions) && file !== `${decisions}README.md`
    const folder = isDecision ? decisions : 'docs/'
    expect(read(`${folder}README.md`)).toContain(`](${file.slice(folder.length)})`)
    expect(read('README.md')).toContain('](docs/README.md)')
  })
})

/** As code hosts make them: lower case, no punctuation, dashes for spaces. */
function anchorsOf(file: string): string[] {
  return [...proseOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
