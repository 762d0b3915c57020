import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blocksOf, documents, read, root } from './documents.ts'

interface Example {
  readonly place: string
  readonly code: string
}

/** What nobody who copies an example must get: each mistake cost somebody money, or a night. */
const mistakes: readonly { readonly name: string; isIn(code: string): boolean }[] = [
  {
    name: 'compares or counts money as floats',
    isIn: (code) =>
      /\b(?:amount|price|due|total|owed)\s*\*\s*100\b/i.test(code) ||
      // A literal is what it says.
      /\.(?:amount|price|total)\s*[!=]==?(?!=|\s*(?:null|undefined|\d))/.test(code) ||
      /(?:===|!==)\s*[\w.?]*\.(?:amount|price|total)\b/.test(code),
  },
  {
    // It is easily wrong by hand: a forged callback is delivered, or a paid cart is dropped.
    name: 'decides by hand whether to deliver, without mayDeliver',
    isIn: (code) =>
      /\boutcome\s*[!=]==\s*'paid'|\bevidence\s*[!=]==|\bneedsReview\.(?:length|every|filter|some|includes)/.test(
        code,
      ) &&
      !/\bmayDeliver\(|transactions\.status|expect\.event|Outcomes\.filter|isMoreThanAHint|orderOf = \(\{ signed/.test(
        code,
      ),
  },
  {
    name: 'takes the amount that came for the amount that is due',
    isIn: (code) => /\bmayDeliver\(\s*(\w+),\s*\1\.amountMinor/.test(code),
  },
  {
    name: 'settles by the phone, or by an id of the service',
    isIn: (code) => /(?:settle|markPaid)\w*\([^)]*(?:phone|mobile|checkoutId|transactionId|paymentId)/i.test(code),
  },
  {
    name: 'finds an order by the reference of the service',
    isIn: (code) =>
      !code.includes("source === 'checkout'") && /(?:settle|query|byId)\w*\([^)]*payment\.clientReference/.test(code),
  },
  {
    name: 'settles once for each notice that comes to one address',
    isIn: (code) => /settle\w*\(\s*attempt\.entryId,[^)]*sessionId/.test(code) && !code.includes('conflictsWith'),
  },
  {
    name: 'makes new secrets at each start',
    isIn: (code) => /openssl rand[^\n]*\bnode\b/.test(code) || /(?:secret\w*\(|secret:)\s*randomBytes/i.test(code),
  },
  {
    name: 'listens on this machine alone',
    isIn: (code) => /\.listen\(\{(?![^}]*\bhost\b)/.test(code),
  },
  {
    name: 'never closes on SIGTERM',
    isIn: (code) =>
      code.includes('merchantWebhooks') && /^await app\.listen\(/m.test(code) && !code.includes('SIGTERM'),
  },
  {
    name: 'does in a script, outside of its steps, what runs again on every turn',
    isIn: (code) => {
      const lines = code.split('\n')
      return lines.some((line, at) => isStatementOfItsOwn(line) && isScript(headOf(lines, at)))
    },
  },
  {
    name: 'reports as delivered what its handler only returned from',
    isIn: (code) =>
      /describe[^\n]*serviceStatus: *(?:'success'|handled)/.test(code) || /report: \{ url[^,}]*\}/.test(code),
  },
  {
    name: 'tells the service an address without its secret',
    isIn: (code) => /callbackUrl: 'https:\/\/shop\.example\/push\/[\w-]+'/.test(code),
  },
]

/** A call that stands by itself or is awaited, on nothing of `talk`. A part of the script is given `talk`. */
function isStatementOfItsOwn(line: string): boolean {
  return (
    /^ *(?:(?:const|let) [^=]*= await |await |void )?[\w$]+\.[\w$.]+\(.*\)(?: *\/\/.*)?;?$/.test(line) &&
    !/^ *(?:(?:const|let) [^=]*= )?(?:await |void )?talk\.|[(,] *talk *[,)]/.test(line)
  )
}

/** The line that begins the innermost function around a line, as it is indented. */
function headOf(lines: readonly string[], at: number): string {
  let depth = lines[at]?.search(/\S/) ?? 0
  for (const line of lines.slice(0, at).toReversed()) {
    const indented = line.search(/\S/)
    if (indented === -1 || indented >= depth) continue
    depth = indented
    if (/=>\s*\{?$|\bfunction\b/.test(line)) return line
  }
  return ''
}

const isScript = (head: string): boolean => /[(,] *talk\b(?!\.)[^=]*(?:=>|\{)/.test(head)

const blocks: readonly Example[] = [...documents, 'example/README.md'].flatMap((file) =>
  blocksOf(file).map(({ line, code }) => ({ place: `${file}:${line}`, code })),
)
const files: readonly Example[] = ['example', 'templates/js', 'templates/ts'].flatMap((folder) =>
  readdirSync(`${root}${folder}`)
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => ({ place: `${folder}/${name}`, code: read(`${folder}/${name}`) })),
)
const comments: readonly Example[] = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    [...read(`src/${name}`).matchAll(/@example([\s\S]*?)\*\//g)].map(([, code = ''], index) => ({
      place: `src/${name}, example ${index + 1}`,
      code: code.replace(/^\s*\* ?/gm, ''),
    })),
  )

describe('no example', () => {
  it('is left out', () => {
    expect(blocks.length).toBeGreaterThan(100)
    expect(files.length).toBeGreaterThan(2)
    expect(comments.length).toBeGreaterThan(200)
  })

  it.each(mistakes)('$name', ({ isIn }) => {
    expect([...blocks, ...files, ...comments].filter(({ code }) => isIn(code)).map(({ place }) => place)).toEqual([])
  })
})

describe('each mistake is seen', () => {
  it.each([
    ['compares or counts money as floats', 'if (payment.amountMinor === item.amount * 100) ship()'],
    ['compares or counts money as floats', 'if (payment.amount === order.total) ship()'],
    ['compares or counts money as floats', 'if (due === payment.amount) ship()'],
    ['decides by hand whether to deliver, without mayDeliver', "if (payment.outcome === 'paid') ship()"],
    ['decides by hand whether to deliver, without mayDeliver', "if (evidence === 'callback') return"],
    ['decides by hand whether to deliver, without mayDeliver', 'const isClear = needsReview.length === 0'],
    ['decides by hand whether to deliver, without mayDeliver', 'needsReview.every((reason) => reason === mine)'],
    ['takes the amount that came for the amount that is due', 'if (mayDeliver(payment, payment.amountMinor)) ship()'],
    ['settles by the phone, or by an id of the service', 'await settle(event.checkoutId)'],
    ['settles by the phone, or by an id of the service', 'await settleFor(id, payment.customerPhoneInternational)'],
    ['finds an order by the reference of the service', 'payment: (payment) => settle(payment.clientReference)'],
    ['settles once for each notice that comes to one address', 'await settle(attempt.entryId, signed.sessionId)'],
    ['makes new secrets at each start', 'PUSH_SECRET=$(openssl rand -hex 24) node server.mjs'],
    ['makes new secrets at each start', "verify: secretPath(randomBytes(24).toString('hex'))"],
    ['listens on this machine alone', 'await app.listen({ port: 3000 })'],
    [
      'never closes on SIGTERM',
      "await app.register(merchantWebhooks)\nawait app.listen({ port: 3000, host: '0.0.0.0' })",
    ],
    [
      'does in a script, outside of its steps, what runs again on every turn',
      "conversation(async (talk) => {\n  const order = await talk.once('order', make)\n  await orders.askedIn(talk.sessionId, order.id)\n})",
    ],
    [
      'does in a script, outside of its steps, what runs again on every turn',
      'const pay: Script = (talk) => {\n  if (isNew) {\n    orders.set(talk.id, 1) // one row\n  }\n}',
    ],
    [
      'does in a script, outside of its steps, what runs again on every turn',
      'async function pay(talk: Talk): Promise<Ending> {\n  const stock = await db.stock()\n}',
    ],
    ['reports as delivered what its handler only returned from', "describe: () => ({ serviceStatus: 'success' })"],
    [
      'reports as delivered what its handler only returned from',
      "describe: (_, handled) => ({ serviceStatus: handled ? 'success' : 'failed' })",
    ],
    ['reports as delivered what its handler only returned from', 'report: { url: process.env.REPORT_URL }'],
    ['tells the service an address without its secret', "callbackUrl: 'https://shop.example/push/checkout'"],
  ])('%s: %s', (name, code) => {
    expect(mistakes.find((mistake) => mistake.name === name)?.isIn(code)).toBe(true)
  })
})
