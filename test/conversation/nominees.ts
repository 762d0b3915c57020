/** Sixty names, many of which begin alike. */
export const nominees: readonly string[] = [
  ...['Abena', 'Adwoa', 'Afua', 'Akosua', 'Akua', 'Ama', 'Araba', 'Esi', 'Efua', 'Yaa'],
  ...['Kofi', 'Kojo', 'Kwabena', 'Kwadwo', 'Kwaku', 'Kwame', 'Kwasi', 'Kwesi', 'Yaw', 'Ekow'],
].flatMap((first, at) =>
  ['Mensah', 'Boateng', 'Owusu', 'Asante', 'Appiah', 'Osei', 'Addo', 'Agyeman', 'Ofori']
    .slice((at % 3) * 3, (at % 3) * 3 + 3)
    .map((last) => `${first} ${last}`),
)
