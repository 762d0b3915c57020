import type { Words } from './words.ts'

/**
 * The conversation's own texts in French: for `words`, or for `talk.speak` when the subscriber has chosen French. All
 * letters are in the alphabet of phones, so a screen still holds 160 characters.
 *
 * @example
 * const language = await talk.choose('Language / Langue', ['English', 'Français'])
 * if (language === 'Français') talk.speak(frenchWords)
 */
export const frenchWords: Words = Object.freeze({
  back: 'Retour',
  home: 'Menu',
  more: 'Suite',
  yes: 'Oui',
  no: 'Non',
  next: 'Continuer',
  choice: 'Répondez par un numéro de la liste.',
  nothing: 'Tapez votre réponse.',
  tooShort: 'Trop court : {min} caractères au moins.',
  tooLong: 'Trop long : {max} caractères au plus.',
  form: 'Cela ne semble pas correct.',
  formLike: 'Écrivez-le comme {example}.',
  whole: 'Des chiffres seulement, comme {example}.',
  decimal: 'Des chiffres seulement, comme {example}.',
  decimals: 'Décimales : {decimals}, comme {example}.',
  decimalMark: 'Écrivez-le comme 1500 ou 1.5.',
  tooSmall: 'Entrez {min} ou plus.',
  tooLarge: 'Entrez {max} ou moins.',
  phone: 'Un numéro, comme {example}.',
  email: 'Une adresse e-mail, comme {example}.',
  date: 'Une date, comme {example}.',
  tooEarly: 'Pas avant le {min}.',
  tooLate: 'Pas après le {max}.',
  refused: 'Vérifiez et entrez-le à nouveau.',
  tooOften: "Trop d'essais. Veuillez recommencer.",
  resume: "Vous n'avez pas fini. Continuer ?",
  resumeAbout: '{about} : continuer ?',
  goOn: 'Continuer',
  startAgain: 'Recommencer',
  changed: 'Notre menu a changé. Recommencez.',
  paymentOver: 'Votre dernier paiement est terminé.',
  again: 'Le prix ou la liste a changé. Vérifiez.',
  unknown: "Votre demande n'est pas encore confirmée. Ne la répétez pas : nous vous informerons.",
  toPay: 'Total à payer : {amount}',
  waiting: 'Patientez, puis répondez 1 pour voir.',
  failed: 'Désolé, une erreur. Réessayez plus tard.',
  nothingPaid: "Erreur : rien n'a été payé. Recommencez.",
  busy: 'Trop de demandes. Réessayez plus tard.',
  ended: "C'est terminé. Veuillez recommencer.",
  paused: 'Désolé, ce service est suspendu. Réessayez plus tard.',
  otherCurrency: 'Dans notre monnaie, comme {example}.',
  find: 'Ou tapez les premières lettres.',
  notFound: "Rien trouvé. Tapez d'autres lettres.",
  help: 'Aide',
})
