import { entryStates } from '../../../src/admin/inbox-query.ts'
import { maskJson, maskLetters, maskText, maskValue } from '../../../src/admin/mask-json.ts'
import { ShapeMasks } from '../../../src/admin/shape-masks.ts'
import { isFinalStatus, laterStatus, readMessageStatus } from '../../../src/catalogue/message-statuses.ts'
import { readList } from '../../../src/cli/look/look-args.ts'
import { readTime } from '../../../src/cli/look/read-time.ts'
import { clip, formatTable } from '../../../src/cli/look/table.ts'
import { runCommand } from '../../../src/cli/run-command.ts'
import { showable, showJson } from '../../../src/cli/terminal.ts'
import { maskDetail } from '../../../src/client/call-service.ts'
import { channelOf } from '../../../src/conversation/channel.ts'
import { date, decimal, email, phone, text, whole } from '../../../src/conversation/index.ts'
import { fingerprint } from '../../../src/conversation/record/fingerprint.ts'
import { drawPage } from '../../../src/conversation/screens/draw-page.ts'
import { titleOf } from '../../../src/conversation/screens/screen-content.ts'
import { written, writtenLine } from '../../../src/conversation/screens/written.ts'
import { placeOfChoice } from '../../../src/conversation/steps/choice-list.ts'
import { ChoiceList } from '../../../src/conversation/steps/choice-view.ts'
import { englishWords } from '../../../src/conversation/words.ts'
import { CallbackSigner } from '../../../src/payments/rules/callback-signer.ts'
import { readAmount } from '../../../src/pushes/money/amount.ts'
import { classifyCode, classifyWord } from '../../../src/pushes/money/outcome.ts'
import { readDialledAnswers } from '../../../src/pushes/reading/dial-string.ts'
import { readFlag, readIdentifier, readText, readWhen, readWhole } from '../../../src/pushes/reading/field-reader.ts'
import { readMessageId, withoutForm } from '../../../src/pushes/reading/identifiers.ts'
import { Notes } from '../../../src/pushes/reading/push-problem.ts'
import { readTypeWord } from '../../../src/pushes/session-push.ts'
import { isVisible } from '../../../src/replies/checks/read-text.ts'
import { readClientState } from '../../../src/replies/reply-options.ts'
import { jsonText } from '../../../src/replies/wire/wire-text.ts'
import { alone } from '../../../src/simulator/record/hidden/alone.ts'
import { TextIndex } from '../../../src/simulator/record/hidden/long-secrets.ts'
import { Masks } from '../../../src/simulator/record/hidden/mask.ts'
import { cleanText, printable } from '../../../src/text/clean-text.ts'
import { readCountry } from '../../../src/text/countries.ts'
import { describeError } from '../../../src/text/describe-error.ts'
import { foldToAscii } from '../../../src/text/fold-characters.ts'
import { foldName } from '../../../src/text/fold-name.ts'
import { foldToGsm7, gsm7Length } from '../../../src/text/gsm7.ts'
import { hideSecrets, spellings } from '../../../src/text/hide-secrets.ts'
import { nearestWord } from '../../../src/text/nearest-word.ts'
import { maskNumbers, maskPhone, maskReference, maskWritten, toInternational } from '../../../src/text/phone.ts'
import { readDate } from '../../../src/text/read-date.ts'
import { basic, secretHeader, sourceAddresses } from '../../../src/verify/index.ts'
import { fill, hostileTexts } from '../hostile-texts.ts'
import { tried, type WorstCase } from '../worst-case.ts'

const country = readCountry('GH')
const reading = { words: englishWords, country }
const shape = { form: 'menu', field: 'text', sensitive: false, maskNext: false } as const
const ways = { first: [], later: [], more: { key: '1', word: 'More' } }
const screen = { limit: 160, characters: 'gsm7' } as const
const wide = { limit: 160, characters: 'keep' } as const
const lastPage = Number.MAX_SAFE_INTEGER
const request = {
  kind: 'checkout',
  kinds: ['checkout'],
  method: 'POST',
  params: {},
  query: {},
  remoteAddress: '10.0.0.1',
}
const forwarded = sourceAddresses(['192.0.2.1'], { trustedProxies: ['10.0.0.0/8'] })
const credentials = basic({ username: 'service', password: 'the-right-secret' })
const header = secretHeader('x-token', 'the-right-secret')
const signer = new CallbackSigner('default', ['a secret of sixteen'])
const masked = ['ResponseCode', 'PaymentType', 'Amount', 'Date', 'Status', 'Message', 'Description', 'OrderId', 'Odd']

/** Everything that reads one text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'dialled string': (given) => readDialledAnswers(given, '714'),
  'service code': (given) => readDialledAnswers('*714*1#', given),
  'channel by message': (given) =>
    channelOf({ kind: 'programmable', type: 'initiation', operator: '', message: given, serviceCode: 'a' }),
  'channel by service code': (given) =>
    channelOf({ kind: 'programmable', type: 'response', operator: given, message: '', serviceCode: given }),
  'phone number': (given) => [toInternational(given, country), maskPhone(given)],
  date: (given) => [readDate(given), readWhen('', given, new Notes())],
  amount: (given) => readAmount('', given, new Notes()),
  'whole number': (given) => [readWhole('', given, new Notes()), readFlag('', given, new Notes())],
  identifier: (given) => [readIdentifier('', given.slice(0, 256)), readMessageId(given), withoutForm(given)],
  text: (given) => [readText('', given), cleanText(given), isVisible(given)],
  'type word': (given) => readTypeWord(given),
  'status word': (given) => [
    classifyWord(given),
    readMessageStatus(given),
    isFinalStatus(given),
    laterStatus(null, given),
  ],
  'response code': (given) => classifyCode(given),
  'field name': (given) => [foldName(given), nearestWord(given, ['ClientReference'])],
  ClientState: (given) => readClientState(given),
  'signed address': (given) =>
    signer.check('checkout', { msig: given, mref: given, mses: [given], mamt: given, mcur: given, mexp: given }, 0),
  'ASCII folding': (given) => [foldToAscii(given), jsonText(given)],
  'GSM folding': (given) => [foldToGsm7(given), gsm7Length(given)],
  'screen text': (given) => [written(given, 'gsm7'), written(given, 'ascii'), writtenLine(given, 'keep')],
  'screen title': (given) => titleOf(given, 'gsm7', { septets: 40, units: 40 }),
  'screen pages': (given) => drawPage({ ...shape, text: given, choices: [] }, ways, screen, lastPage),
  'screen pages beyond GSM': (given) => drawPage({ ...shape, text: given, choices: [] }, ways, wide, lastPage),
  'screen choices': (given) =>
    drawPage({ ...shape, text: 'Choose', choices: choicesOf(given) }, ways, screen, lastPage),
  'question in a record': (given) => fingerprint(given),
  'answer: text': (given) => text().read(given, reading),
  'answer: whole': (given) => whole().read(given, reading),
  'answer: decimal': (given) => decimal().read(given, reading),
  'answer: phone': (given) => phone().read(given, reading),
  'answer: email': (given) => email().read(given, reading),
  'answer: date': (given) => date().read(given, reading),
  'answer: choice': (given) => placeOfChoice(given, townsFor(given), 'ussd'),
  'answer: choice of a list that narrows': (given) =>
    new ChoiceList(townsFor(given), 'ussd', false).read(given, undefined, true, undefined),
  'mask of JSON': (given) => maskJson(given, new ShapeMasks()),
  'mask of JSON in a text': (given) => maskJson(JSON.stringify({ Data: given, [given]: given }), new ShapeMasks()),
  'mask of a text': (given) => [maskText(given, () => ''), maskLetters(given)],
  'mask of a phone number': (given) => new ShapeMasks().phone(given),
  'mask of numbers in a text': (given) => [maskNumbers(given), maskWritten(given), maskReference(`${given} `)],
  'mask of numbers in a text beyond ASCII': (given) => [maskNumbers(`${given}\u0660`), maskWritten(`\u0660${given}`)],
  'mask of an identifier': (given) => new ShapeMasks().identifier(given),
  ...Object.fromEntries(
    masked.map((name) => [`mask of ${name}`, (given: string) => maskValue(name, given, new ShapeMasks())]),
  ),
  'error in a log line': (given) => describeError(new Error(given), [given.slice(0, 64)]),
  'detail of an answer': (given) => maskDetail(given, ['a-secret', ...spellings(given.slice(0, 64))]),
  'secrets in a text': (given) => hideSecrets(given, [given.slice(0, given.length / 2)]),
  'secrets and phones of a recording': (given) => {
    const masks = new Masks()
    masks.addPhone('+233240007654')
    masks.addSecret(given.slice(0, given.length / 2))
    return [masks.text(`${given}\n${given}`), masks.unread(given)]
  },
  'texts that are looked for at once': (given) => {
    const index = new TextIndex()
    for (const length of [4, 9, 64, given.length / 2]) index.add(given.slice(0, length))
    return [...alone(given, index.spansIn(given))]
  },
  'forwarded header': (given) => forwarded.check({ ...request, headers: { 'x-forwarded-for': given } }),
  'forwarded addresses': (given) =>
    forwarded.check({ ...request, headers: { 'x-forwarded-for': '10.0.0.1,'.repeat(given.length / 9) } }),
  'Authorization header': (given) => credentials.check({ ...request, headers: { authorization: `Basic ${given}` } }),
  'secret in a header': (given) => header.check({ ...request, headers: { 'x-token': given } }),
  'command line': (given) => runCommand(['inbox', 'list', `--${given}`], nowhere),
  'option of the command line': (given) => [
    tried(() => readTime('--since', given, 0)),
    tried(() => readList('--state', given, entryStates)),
  ],
  'cell of a table': (given) => [showable(given), printable(given), showJson({ [given]: given }), clip(given, 20)],
  'table of the command line': (given) => formatTable(['a', 'b'], [[given, 'b']], { columns: 80, elastic: ['a'] }),
}

const nowhere = { out: () => undefined, err: () => undefined }

function choicesOf(given: string) {
  return Array.from({ length: given.length / 40 }, (_, at) => {
    const label = given.slice(at * 40, at * 40 + 40)
    return { label, value: label }
  })
}

/** The more of them, the longer the answer: to read it anew for each would cost its square. */
function townsFor(given: string): readonly string[] {
  return Array.from({ length: given.length / 40 }, (_, at) => `Town ${at} by the river`)
}

export const textCases: readonly WorstCase[] = Object.entries(readers).flatMap(([parser, read]) =>
  hostileTexts.map((hostile) => ({
    parser,
    input: hostile.name,
    prepare: (length: number) => {
      const given = fill(hostile, length)
      return () => tried(() => read(given))
    },
  })),
)
