/** Why a search found no PDF, or a link is none, where the service says it by a code alone. */
export const pdfReasons: Readonly<Record<string, string>> = {
  no_identifier: 'No source recognises this work.',
  no_answer: 'Not every source could be asked.',
  no_open_copy: 'No source knows an open copy.',
  not_public: 'The address is not a public one.',
  dead_link: 'There is nothing at the address any more.',
  forbidden: 'The site does not give it to everybody.',
  challenge_page: 'The site asks whether a person is there.',
  too_many_requests: 'The site was asked too often.',
  server_error: 'The site failed.',
  timeout: 'The site took too long.',
  connection_failed: 'The site could not be reached.',
  redirect_loop: 'The site sends from one address to the next without end.',
  html: 'It is a web page, and no PDF.',
  not_a_pdf: 'It is something else than a PDF.',
  empty: 'The file is empty.',
  no_pdf_named: 'The page names no PDF.',
};
