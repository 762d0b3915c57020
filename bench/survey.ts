/** The screens of five questions and their end, as every peer shows them. */
export const surveyScreens = [
  'Which meal?\n1. Rice\n2. Beans\n3. Yam',
  'How many plates?\n0 Back',
  'Your name?\n0 Back 00 Menu',
  'Your e-mail?\n0 Back 00 Menu',
  'Order now?\n1. Yes\n2. No\n0 Back 00 Menu',
] as const

/** What is entered at each of them. */
export const surveyAnswers = ['2', '3', 'Ama', 'ama@shop.example', '1'] as const

export const meals = ['Rice', 'Beans', 'Yam'] as const

export const surveyEnd = 'Thank you, Ama: 3 x Beans.'
