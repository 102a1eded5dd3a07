import { listOf } from './field.ts';

/** Given and family names for co-authors and for scholars added without a name. */
export const givenNames =
  listOf(`Ana | Björn | Chiara | Daniel | Elif | Fatima | Gabriel | Hana | Ifeoma | Jan | Katarzyna | Lars
  | Mariam | Nikos | Olga | Pedro | Quentin | Rania | Sanjay | Thandiwe | Ulrike | Viktor | Wei | Ximena | Yusuf | Zoë | Aoife
  | Bruno | Camille | Dmitri | Esther | Felix | Grace | Hiroshi | Ines | José | Kwame | Leila | Mei | Noor | Oscar | Priya`);

export const familyNames =
  listOf(`Abebe | Bauer | Castro | Diallo | Eriksen | Farouk | Ghosh | Haddad | Ito | Jansen | Kowalski
  | Lindqvist | Müller | Nguyễn | Okafor | Pérez | Quispe | Rossi | Silva | Takahashi | Ueda | van der Berg | Wójcik | Xu | Yılmaz
  | Zhang | Ångström | Bianchi | Chowdhury | Dvořák | El-Sayed | Fischer | García | Horvát | Ibrahim | Jørgensen | Kumar | Laurent
  | Mbeki | Novák | O'Connor | Papadopoulos | Rahman | Şahin | Tanaka | Usman | Vieira | Weber | Yamamoto | Zimmermann | de Souza
  | Hernández | Kim | Lê | Park | Sørensen | Singh | Tran | Wang | Ólafsson`);

/** Co-authors whose names the source prints as they are, in their own script. */
export const otherScripts = listOf(
  '王芳 | 李明 | 佐藤健 | 김민준 | محمد العلي | سارة حسن | Иванов ПА | Κ Παππάς | अमित शर्मा',
);

export const universities =
  listOf(`University of Northhaven | Technische Universität Altbruck | Universidad del Litoral Sur
  | Eastbridge University | Université de Montclair | Lakeside Institute of Technology | University of Port Amara`);
