import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { drawPage } from '../../src/conversation/screens/draw-page.ts'
import { drawRich } from '../../src/conversation/screens/draw-screen.ts'
import { findingLines } from '../../src/conversation/screens/finding.ts'
import type { FitSettings } from '../../src/conversation/screens/room.ts'
import type { ScreenContent, Way, Ways } from '../../src/conversation/screens/screen-content.ts'
import { englishWords } from '../../src/conversation/words.ts'
import { type DataType, drawnReply, type FieldType, type Reply } from '../../src/replies/index.ts'
import { blocksOf, blockUnder, codeIn, rowsOf } from './documents.ts'
import { appOf, openWorkshop, run } from './workshop.ts'

const guide = 'docs/guides/conversation-screens.md'
const { back: backWord, home: homeWord, more: moreWord } = englishWords
const back: Way = { key: '0', word: backWord }
const home: Way = { key: '00', word: homeWord }
const more: Way = { key: '99', word: moreWord }
const inside: Ways = { first: [back, home], later: [back, home], more }
const atBegin: Ways = { first: [], later: [back], more }
const atEnd: Ways = { first: [], later: [], more }

const shop: ScreenContent = {
  text: "Ama's shop",
  choices: [
    { label: 'Rice 5 kg', value: 'rice', amount: 60 },
    { label: 'Oil 1 l', value: 'oil', amount: 25 },
  ],
  form: 'menu',
  field: 'text',
  sensitive: false,
  maskNext: false,
}

const secret = 'a-secret-of-the-guides'
const workshop = openWorkshop()

beforeAll(() => {
  vi.stubEnv('PUSH_SECRET', secret)
})
afterAll(() => {
  vi.unstubAllEnvs()
  workshop.remove()
})

describe('the guide on screens', () => {
  it('shows what its script draws on a phone, and what it sends to a web store', async () => {
    const app = appOf(await run(workshop, blockUnder(guide, 'What a conversation draws', 'ts')))
    const push = async (kind: string, Type: string, Message: string, Sequence: number): Promise<unknown> => {
      const payload = { SessionId: 'session-1', Type, Message, Sequence, Operator: 'webstore' }
      const response = await app.inject({ method: 'POST', url: `/push/${kind}/${secret}`, payload })
      return response.json()
    }
    const [menu, question] = shownUnder('On a phone')
    expect(await push('ussd', 'Initiation', '*713#', 1)).toMatchObject({ Message: menu })
    await push('ussd', 'Response', '1', 2)
    expect(await push('ussd', 'Response', 'two', 3)).toMatchObject({ Message: question })
    const { code } = blockUnder(guide, 'On rich channels', 'json')
    expect(await push('programmable', 'initiation', '', 1)).toEqual(JSON.parse(code))
    await app.close()
  })

  it('shows a list and a text of two pages', () => {
    const regions = shownUnder('A long list')
      .flatMap((page) => page.split('\n'))
      .flatMap((line) => /^\d+\. (.*)$/.exec(line)?.[1] ?? [])
    expect(regions).toHaveLength(16)
    expect(shownUnder('A long list')).toEqual(pagesOf(screen('Which region?', regions), atBegin))

    const [first = '', second = ''] = shownUnder('A long text')
    expect(pagesOf(screen(first.replace('99 More', second)), atEnd)).toEqual([first, second])
  })

  it('shows what becomes of letters outside the alphabet', () => {
    const content = screen('Ɛte sɛn? Nwoma “Ananse” no yɛ ₵25.00…', ['Tɔ', 'Daabi'])
    expect(shownUnder('Letters that phones do not have')).toEqual([
      ...pagesOf(content, inside, 'gsm7'),
      ...pagesOf(content, inside, 'keep'),
    ])
  })

  it('names every finding that an author is told of', () => {
    const rows = rowsOf(guide, 'What you are told at your desk')
    expect(rows.flatMap(([problem = '']) => codeIn(problem))).toEqual(Object.keys(findingLines))
  })

  it.each(rowsOf(guide, 'What a conversation draws').slice(1))(
    'says of %s what rich channels get',
    (_step, _ussd, dataTypes = '', data = '', field = '') => {
      const forms = codeIn(dataTypes).filter((word): word is DataType => everyDataType.includes(word))
      expect(forms.length).toBeGreaterThan(0)
      for (const dataType of forms) {
        const content: ScreenContent = { ...shop, form: dataType, field: dataType === 'input' ? 'email' : 'text' }
        const reply = onRich(content)
        expect(reply.data.length > 0).toBe(data !== 'none')
        expect(reply.data.some(({ value }) => value === back.key)).toBe(data.includes('ways'))
        expect(field).toBe(fieldInWords(reply.fieldType))
      }
    },
  )
})

const everyDataType: readonly string[] = ['display', 'input', 'confirm', 'select', 'menu']

function fieldInWords(field: FieldType | null): string {
  if (field === null) return 'null'
  return field === 'text' ? '`text`' : 'that of the question'
}

function onRich(content: ScreenContent): Reply<'programmable'> {
  const { form: dataType, field: fieldType } = content
  return drawnReply('programmable', {
    ...content,
    ...drawRich(content, [back]),
    type: 'response',
    dataType,
    fieldType,
    state: null,
  })
}

function screen(text: string, labels: readonly string[] = []): ScreenContent {
  return { ...shop, text, choices: labels.map((label) => ({ label, value: label })) }
}

function pagesOf(content: ScreenContent, ways: Ways, characters: FitSettings['characters'] = 'gsm7'): string[] {
  const texts: string[] = []
  for (let isLast = false; !isLast; ) {
    const drawn = drawPage(content, ways, { limit: 160, characters }, texts.length)
    texts.push(drawn.text)
    isLast = drawn.isLast
  }
  return texts
}

function shownUnder(heading: string): string[] {
  return blocksOf(guide)
    .filter((block) => block.language === 'text' && block.heading === heading)
    .map(({ code }) => code.trimEnd())
}
