import type { DataType, FieldType } from '../../replies/index.ts'
import type { AnswerFound } from '../questions/question.ts'
import type { ChoiceView } from '../record/record.ts'
import type { DrawnChoice } from '../screens/screen-content.ts'
import type { OwnEnding } from '../talk.ts'

/** What is drawn of a question beside its text. */
export interface QuestionFace {
  readonly form: DataType
  readonly field: FieldType
  readonly choices: readonly DrawnChoice[]
}

/** The endings of a question's own. */
export interface QuestionEndings {
  readonly tooMany: OwnEnding | undefined
  readonly failed: OwnEnding | undefined
}

/** A question as the script asks it, in one form for all kinds of questions. */
export interface QuestionSpec {
  /** Its kind in the record. */
  readonly kind: string
  readonly text: string
  /** Drawn under it. */
  readonly note?: string | undefined
  /** What it is known by. */
  readonly print: string
  readonly label: string | undefined
  readonly sensitive: boolean
  readonly tries: number
  /** It asks for a phone number, and nobody has said of which country. */
  readonly lacksCountry?: boolean
  /** How it ends the conversation, by what went wrong; undefined where that is not its own. */
  readonly endings: QuestionEndings
  /** Whether what was dialled with the code may answer it: nobody has seen it then. */
  readonly takesDialled: boolean
  /**
   * The options as they are now, for a question that is asked anew; undefined where it has none.
   *
   * @throws FMW_TALK_STEP where there must be some and are none
   */
  options(): readonly unknown[] | undefined
  /** Says below the text of a list that takes several pages how to find something in it. */
  readonly hint?: string | undefined
  /** @param options as they were drawn @param view the part of them that is shown */
  face(options: readonly unknown[], view: ChoiceView | undefined): QuestionFace
  /**
   * Understands an answer.
   *
   * @param options as they were drawn
   * @param view the part of them that is shown
   * @returns another part to show, where the answer asks for that
   */
  read(
    entered: string,
    options: readonly unknown[],
    view: ChoiceView | undefined,
  ): AnswerFound<unknown> | { readonly view: ChoiceView } | Promise<AnswerFound<unknown>>
  /** Whether the key of a way is an answer, and nobody has said that it is to be. */
  isTrap?(key: string): boolean
  /** Whether a key is an answer itself: then its way has a star. */
  takes(key: string, options: readonly unknown[], view: ChoiceView | undefined): boolean
}
