import type { Question, ReadingContext } from '../../../src/conversation/index.ts'
import { englishWords } from '../../../src/conversation/words.ts'

/** As a registration without a country reads answers. */
export const context: ReadingContext = { words: englishWords, country: undefined }

/** The answer that a question reads in an entry, or in a list of one the line that it says instead. */
export function readBy<Answer>(question: Question<Answer>, entered: string): Answer | [problem: string] {
  const read = question.read(entered, context)
  if ('lookUp' in read) throw new Error('it looks up')
  return 'answer' in read ? read.answer : [read.problem]
}
