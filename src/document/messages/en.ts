/**
 * Every text of the document's viewer, in English. This object defines the keys; the other locales must have the
 * same. `{name}` stands for a value; keys ending in `.one` and `.other` are the plural forms of their stem.
 */
export const en = {
  'tools.label': 'Document tools',
  'tools.zoomIn': 'Zoom in',
  'tools.zoomOut': 'Zoom out',
  'tools.fitWidth': 'Fit to width',
  'tools.zoomLevel': '{percent} %',
  'tools.zoomSaid': 'Zoom {percent} %',
  'tools.page': 'Page',
  'tools.pages': 'of {pages}',
  'tools.find': 'Find in the document',
  'tools.fullView': 'Full screen',
  'tools.back': 'Back to signing',
  'tools.outline': 'Contents',
  'tools.more': 'More tools',
  'tools.download': 'Download the document',
  'tools.readAsText': 'Read as text',
  'tools.showPages': 'Show the pages',
  'tools.close': 'Close',

  'page.region': 'Pages of the document',
  'page.label': 'Page {page}',
  'page.position': 'Page {page} of {pages}',
  'page.failed': 'Page {page} could not be drawn.',

  'find.label': 'Find',
  'find.next': 'Next place',
  'find.previous': 'Previous place',
  'find.count': '{current} of {total}',
  'find.none': 'Not found',
  'find.searching': 'Searching…',

  'digest.label': 'Digital fingerprint (SHA-256)',
  'digest.verified': 'The same as the fingerprint that the service keeps of this document.',
  'digest.unverified': 'The service gave no fingerprint to compare it with.',
  'digest.show': 'Show all of it',
  'digest.hide': 'Show less',
  'digest.copy': 'Copy',
  'digest.copied': 'Copied.',
  'digest.notCopied': 'The browser did not allow copying. Select the characters and copy them yourself.',

  'text.region': 'Text of the document',
  'text.reading': 'Reading the page…',
  'text.none': 'This page has no text to read. It may be a picture.',
  'text.failed': 'The text of this page could not be read.',
  'text.retry': 'Try again',
  'text.picture': 'Picture: {text}',

  'warnings.region': 'Notices about the document',
  'warnings.heading.one': '{n} thing to know before you sign',
  'warnings.heading.other': '{n} things to know before you sign',
  'warnings.show': 'Show',
  'warnings.hide': 'Hide',
  'warnings.advice':
    'To be sure that you see all of it, download the document and open it in another program, or ask whoever sent you the link for another file.',
  'warnings.xfa':
    'The file holds a form of a kind (XFA) that cannot be shown here. Fields, or whole pages, may be missing.',
  'warnings.hidden-content': 'Parts of the document are switched off and are not shown.',
  'warnings.scripts':
    'The file holds a program (JavaScript). It does not run here; elsewhere it could change what fields say.',
  'warnings.attachments': 'Other files are attached to the document. They are signed with it, but not shown.',
  'warnings.pages-differ':
    'The document may have other pages than are shown here: the service counts another number of them.',
  'warnings.form-fields':
    'The document has form fields. You sign them as they are shown; they cannot be filled in here.',
  'warnings.field-missing': 'At least one form field has a value that is not shown.',
  'warnings.field-appearance-differs':
    'At least one form field shows something else than the value that is stored in it. Another program may show that value in its place.',
  'warnings.page-failed': 'At least one page could not be drawn.',
  'warnings.image-missing':
    'At least one picture, or another part of a page, could not be drawn, or only in part.',
  'warnings.font-missing': 'Some letters could not be drawn, because their font is broken.',
  'warnings.font-not-embedded':
    'The document uses a font that is not in the file. Its letters may look different elsewhere, and those that this device does not have are shown as empty boxes.',
  'warnings.annotation-without-appearance':
    'At least one note or mark in the document is not drawn, because the file does not say what it looks like. Another program may show it.',
  'warnings.blank-page':
    'At least one page shows nothing. If something should be on it, ask whoever sent you the link.',
  'warnings.not-inspected':
    'Not all of the document could be looked through for what its pages do not show. Look at every page before you sign.',
  'warnings.pages.one': 'Page {pages}.',
  'warnings.pages.other': 'Pages {pages}.',
  'warnings.scanned':
    'At least one page is a picture. It has no text that can be read aloud, found or selected. If you need it, ask whoever sent you the link for a file with text.',

  'password.heading': 'This document opens with a password',
  'password.text':
    'Whoever sent it may have told you the password. It is used on this device only and is kept nowhere.',
  'password.label': 'Password of the document',
  'password.submit': 'Open the document',
  'password.giveUp': 'I do not have the password',
  'password.missing': 'Type the password.',
  'password.wrong': 'That is not the password of this document. Check capital letters and try again.',
  'password.again': 'Type the password',

  'problem.heading': 'The document cannot be shown',
  'problem.empty': 'The file is empty. Ask whoever sent you the link for a new one.',
  'problem.notPdf': 'The file is not a PDF. Ask whoever sent you the link for a new one.',
  'problem.damaged': 'The file is damaged and cannot be opened. Ask whoever sent you the link for a new one.',
  'problem.protected':
    'The file opens with a password only. Type it, or ask whoever sent you the link for a file without a password.',
  'problem.noPages': 'The file has no pages. Ask whoever sent you the link for a new one.',
  'problem.unknownCharacters':
    'The file uses a font that is not in it, so some of its letters cannot be known. Ask whoever sent you the link for a file with embedded fonts.',
  'problem.tooLarge':
    'The file needs more memory than a browser may give. Download it, or ask whoever sent you the link for a smaller one.',
} as const;
