/**
 * Every text of the document's viewer, in English. This object defines the keys; the other locales must have the
 * same. `{name}` stands for a value; keys ending in `.one` and `.other` are the plural forms of their stem.
 */
export const en = {
  'tools.label': 'Document tools',
  'tools.zoomIn': 'Zoom in',
  'tools.zoomOut': 'Zoom out',
  'tools.fitWidth': 'Fit to width',
  'tools.zoomLevel': '{percent}%',
  'tools.zoomSaid': 'Zoom {percent}%',
  'tools.page': 'Page',
  'tools.pages': 'of {pages}',
  'tools.viewed': 'Pages seen: {viewed} of {pages}',
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
  'page.pending': 'The text appears here once the page is in view.',
  'page.failed': 'Page {page} could not be shown.',

  'find.label': 'Find',
  'find.next': 'Next result',
  'find.previous': 'Previous result',
  'find.count': '{current} of {total}',
  'find.none': 'Not found',
  'find.searching': 'Searching…',

  'digest.label': 'Hash of the file (SHA-256)',
  'digest.verified': 'Matches the hash that the service recorded for this document.',
  'digest.unverified': 'The service gave no hash to compare it with.',
  'digest.show': 'Show all of it',
  'digest.hide': 'Show less',
  'digest.copy': 'Copy',
  'digest.copied': 'Copied.',
  'digest.notCopied': 'The browser did not allow copying. Select the characters and copy them manually.',

  'text.region': 'Text of the document',
  'text.reading': 'Reading the page…',
  'text.none': 'This page has no text to read. It may be an image.',
  'text.failed': 'The text of this page could not be read.',
  'text.retry': 'Try again',
  'text.picture': 'Image: {text}',

  'warnings.region': 'Notices about the document',
  'warnings.heading.one': '{n} thing to know before you sign',
  'warnings.heading.other': '{n} things to know before you sign',
  'warnings.show': 'Show',
  'warnings.hide': 'Hide',
  'warnings.advice':
    'To be sure you see everything, download the document and open it in another program. Or ask whoever sent you the link for another file.',
  'warnings.xfa':
    'The file contains an XFA form, which cannot be shown here. Fields or whole pages may be missing.',
  'warnings.hidden-content': 'Some parts of the document are hidden and are not shown.',
  'warnings.scripts':
    'The file contains a program (JavaScript), which does not run here. In another application it could change what fields say.',
  'warnings.changing-actions':
    'The file contains automatic actions, which do not run here. In another program they could hide or change what the pages show.',
  'warnings.attachments':
    'Other files are attached to the document. They are signed with it but are not shown.',
  'warnings.pages-differ': 'The service reports a different page count. Some pages may be missing here.',
  'warnings.form-fields':
    'The document has form fields. They are signed as shown and cannot be filled in here.',
  'warnings.field-missing': 'At least one form field has a value that is not shown.',
  'warnings.field-appearance-differs':
    'At least one form field shows something different from its stored value. Another program may show the stored value.',
  'warnings.page-failed': 'At least one page could not be shown.',
  'warnings.image-missing': 'At least one image or another part of a page was not fully shown.',
  'warnings.font-missing': 'Some letters could not be shown because their font is damaged.',
  'warnings.font-not-embedded':
    'The document uses a font that is not in the file. Its letters may look different in other programs. Letters that this device does not have appear as empty boxes.',
  'warnings.annotation-without-appearance':
    'At least one annotation is not shown, because the file does not define how it looks. Another program may show it.',
  'warnings.comment-texts':
    'The document has comments. Their texts are signed with it but are not shown here.',
  'warnings.print-only': 'Some parts of the document appear only in print and are not shown here.',
  'warnings.blank-page':
    'At least one page is blank. If it should contain something, contact whoever sent you the link.',
  'warnings.not-inspected':
    'We could not check whether the document has content that its pages do not show. Look at every page before you sign.',
  'warnings.pages.one': 'Page {pages}.',
  'warnings.pages.other': 'Pages {pages}.',
  'warnings.scanned':
    'At least one page is an image. Its text cannot be read aloud, found or selected. If you need that, ask whoever sent you the link for a file with text.',

  'password.heading': 'This document is protected by a password',
  'password.text':
    'Whoever sent you the link may have told you the password. It is used only on this device and is not stored.',
  'password.label': 'Password of the document',
  'password.submit': 'Open the document',
  'password.giveUp': 'I do not have the password',
  'password.missing': 'Enter the password.',
  'password.wrong': 'The password is incorrect. Enter it again; capital letters and accents matter.',
  'password.again': 'Enter the password',

  'problem.heading': 'The document could not be shown',
  'problem.empty': 'The file is empty. Ask whoever sent you the link for a new one.',
  'problem.notPdf': 'The file is not a PDF. Ask whoever sent you the link for a new one.',
  'problem.damaged': 'The file is damaged and cannot be opened. Ask whoever sent you the link for a new one.',
  'problem.protected':
    'The file opens only with a password. Enter it, or ask whoever sent you the link for a file without a password.',
  'problem.noPages': 'The file has no pages. Ask whoever sent you the link for a new one.',
  'problem.unknownCharacters':
    'The file uses a font that it does not contain, so some letters cannot be identified. Ask whoever sent you the link for a file with embedded fonts.',
  'problem.tooLarge':
    'The file needs more memory than a browser can give. Download it, or ask whoever sent you the link for a smaller one.',
} as const;
