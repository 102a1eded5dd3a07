/** Why a search found no PDF or a link is not one, for codes that come without a detail from the server. */
export const pdfReasons: Readonly<Record<string, string>> = {
  no_identifier: 'No source recognizes this publication.',
  no_answer: 'Not every source was available.',
  no_open_copy: 'No source knows an open copy.',
  not_public: 'This is not a public address.',
  dead_link: 'The page no longer exists.',
  forbidden: 'Access is restricted.',
  challenge_page: 'The site shows a bot check.',
  too_many_requests: 'The site received too many requests.',
  server_error: 'The site returned an error.',
  timeout: 'The site took too long.',
  connection_failed: 'The site could not be reached.',
  redirect_loop: 'The site redirects in a loop.',
  html: 'A web page, not a PDF.',
  not_a_pdf: 'Not a PDF.',
  empty: 'The file is empty.',
  no_pdf_named: 'The page links to no PDF.',
};
