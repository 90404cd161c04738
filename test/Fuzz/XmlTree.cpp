//===- XmlTree.cpp - XML as a mutator sees it -----------------------------===//
//
// Part of ringc, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "XmlTree.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;
using namespace ringc::fuzz;

static constexpr StringLiteral Spaces = " \t\r\n";
static constexpr size_t MaxDepth = 64;

namespace {

/// Reads tags from the front of a text.
class TreeParser {
public:
  explicit TreeParser(StringRef Text) : Text(Text) {}

  std::optional<XmlNode> parse(size_t Depth) {
    XmlNode Node;
    if (Depth > MaxDepth || !skipToTag() || !readName(Node.Name))
      return std::nullopt;
    bool Closed = false;
    if (!readAttributes(Node, Closed))
      return std::nullopt;
    while (!Closed) {
      if (!skipToTag())
        return std::nullopt;
      if (Text.consume_front("</")) {
        if (!Text.consume_front(Node.Name))
          return std::nullopt;
        Text = Text.drop_front(std::min(Text.find('>'), Text.size() - 1) + 1);
        break;
      }
      std::optional<XmlNode> Child = parse(Depth + 1);
      if (!Child)
        return std::nullopt;
      Node.Children.push_back(std::move(*Child));
    }
    return Node;
  }

private:
  /// Drops what stands before the next tag of an element.
  bool skipToTag() {
    for (;;) {
      const size_t At = Text.find('<');
      if (At == StringRef::npos || At + 1 == Text.size())
        return false;
      Text = Text.drop_front(At);
      if (Text[1] != '!' && Text[1] != '?')
        return true;
      const StringRef End = Text.starts_with("<!--") ? "-->" : ">";
      const size_t Close = Text.find(End);
      if (Close == StringRef::npos)
        return false;
      Text = Text.drop_front(Close + End.size());
    }
  }

  bool readName(std::string &Name) {
    Text.consume_front("<");
    const size_t End = Text.find_first_of(" \t\r\n/><");
    if (End == 0 || End == StringRef::npos)
      return false;
    Name = Text.take_front(End).str();
    Text = Text.drop_front(End);
    return true;
  }

  bool readAttributes(XmlNode &Node, bool &Closed) {
    for (;;) {
      Text = Text.ltrim(Spaces);
      Closed = Text.consume_front("/>");
      if (Closed || Text.consume_front(">"))
        return true;
      const size_t Equals = Text.find_first_of("=<>");
      if (Equals == 0 || Equals == StringRef::npos || Text[Equals] != '=')
        return false;
      const StringRef Key = Text.take_front(Equals).rtrim(Spaces);
      Text = Text.drop_front(Equals + 1).ltrim(Spaces);
      if (Text.empty() || (Text[0] != '"' && Text[0] != '\''))
        return false;
      const size_t Close = Text.find(Text[0], 1);
      if (Close == StringRef::npos)
        return false;
      Node.Attributes.emplace_back(Key.str(), Text.slice(1, Close).str());
      Text = Text.drop_front(Close + 1);
    }
  }

  StringRef Text;
};

/// An element and what it is a child of; null for the root.
struct Place {
  XmlNode *Node;
  XmlNode *Parent;
  size_t Index; ///< among the parent's children
};

} // namespace

std::optional<XmlNode> ringc::fuzz::parseTree(StringRef Text) {
  return TreeParser(Text).parse(0);
}

static void print(const XmlNode &Node, std::string &Out) {
  Out += '<' + Node.Name;
  for (const auto &[Key, Value] : Node.Attributes) {
    const char Quote = StringRef(Value).contains('"') ? '\'' : '"';
    Out += ' ' + Key + '=' + Quote + Value + Quote;
  }
  if (Node.Children.empty()) {
    Out += "/>\n";
    return;
  }
  Out += ">\n";
  for (const XmlNode &Child : Node.Children)
    print(Child, Out);
  Out += "</" + Node.Name + ">\n";
}

std::string ringc::fuzz::printTree(const XmlNode &Root) {
  std::string Out;
  print(Root, Out);
  return Out;
}

static void collect(XmlNode &Node, SmallVectorImpl<Place> &Places) {
  for (size_t I = 0; I < Node.Children.size(); ++I) {
    Places.push_back({&Node.Children[I], &Node, I});
    collect(Node.Children[I], Places);
  }
}

/// All elements below and with \p Root, in document order.
static SmallVector<Place, 64> placesOf(XmlNode &Root) {
  SmallVector<Place, 64> Places;
  Places.push_back({&Root, nullptr, 0});
  collect(Root, Places);
  return Places;
}

static void insert(XmlNode &Parent, XmlNode Node, Random &R) {
  const size_t At = R.below(Parent.Children.size() + 1);
  Parent.Children.insert(Parent.Children.begin() + ptrdiff_t(At),
                         std::move(Node));
}

/// Another value for attribute \p Key: one that another element has for it, one
/// of the words, or its own with another number.
static void changeValue(std::string &Value, StringRef Key,
                        ArrayRef<Place> Places, const XmlWords &Words,
                        Random &R) {
  SmallVector<StringRef, 16> Others;
  for (const Place &P : Places)
    for (const auto &[OtherKey, Other] : P.Node->Attributes)
      if (OtherKey == Key || (Key == "target" && OtherKey == "busid"))
        Others.push_back(Other);
  switch (R.below(4)) {
  case 0:
    if (!Others.empty()) {
      Value = R.pick(Others).str();
      return;
    }
    [[fallthrough]];
  case 1:
    Value = R.pick(Words.Values);
    return;
  default:
    Value = changeNumber(Value, R);
  }
}

static void changeAttributes(XmlNode &Node, ArrayRef<Place> Places,
                             const XmlWords &Words, Random &R) {
  auto &All = Node.Attributes;
  const size_t I = All.empty() ? 0 : R.below(All.size());
  switch (All.empty() ? 0 : R.below(8)) {
  case 0: {
    std::string Value = "1";
    const char *Key = R.pick(Words.Keys);
    changeValue(Value, Key, Places, Words, R);
    All.emplace_back(Key, std::move(Value));
    return;
  }
  case 1:
    All.erase(All.begin() + ptrdiff_t(I));
    return;
  case 2:
    std::swap(All[I], All[R.below(All.size())]);
    return;
  default:
    changeValue(All[I].second, All[I].first, Places, Words, R);
  }
}

/// Gives the copy \p Node numbers of its own, so that it may stand beside what
/// it was copied from.
static void renumber(XmlNode &Node, Random &R) {
  for (auto &[Key, Value] : Node.Attributes)
    if (Key == "busid" && Value.size() > 6)
      Value[Value.size() - 1 - R.below(6)] = char('1' + R.below(7));
    else if (Key == "dev" || Key == "rank" || Key == "guid")
      Value = std::to_string(R.below(16));
  for (XmlNode &Child : Node.Children)
    renumber(Child, R);
}

/// Changes where elements stand. \p At isn't the root.
static void changeShape(XmlNode &Root, const Place &At, const XmlWords &Words,
                        Random &R) {
  XmlNode Copy = *At.Node;
  auto &Siblings = At.Parent->Children;
  const auto Here = Siblings.begin() + ptrdiff_t(At.Index);
  switch (R.below(6)) {
  case 0:
    Siblings.erase(Here);
    return;
  case 1:
  case 2: // beside itself, mostly made different
    if (!R.oneIn(4))
      renumber(Copy, R);
    insert(R.oneIn(4) ? *R.pick(placesOf(Root)).Node : *At.Parent,
           std::move(Copy), R);
    return;
  case 3: { // moves: taken out first, then put below what is left
    Siblings.erase(Here);
    insert(*R.pick(placesOf(Root)).Node, std::move(Copy), R);
    return;
  }
  case 4:
    std::swap(*Here, Siblings[R.below(Siblings.size())]);
    return;
  default:
    *Here = XmlNode{R.pick(Words.Elements), {}, {std::move(Copy)}};
  }
}

void ringc::fuzz::changeTree(XmlNode &Root, const XmlWords &Words, Random &R) {
  SmallVector<Place, 64> Places = placesOf(Root);
  const Place At = R.pick(Places);
  if (R.oneIn(16))
    At.Node->Name = R.pick(Words.Elements);
  else if (!At.Parent || R.oneIn(2))
    changeAttributes(*At.Node, Places, Words, R);
  else
    changeShape(Root, At, Words, R);
}

void ringc::fuzz::graft(XmlNode &Root, XmlNode From, Random &R) {
  XmlNode Part = *R.pick(placesOf(From)).Node;
  insert(*R.pick(placesOf(Root)).Node, std::move(Part), R);
}

size_t ringc::fuzz::mutateXml(uint8_t *Data, size_t Size, size_t MaxSize,
                              unsigned Seed, const XmlWords &Words) {
  Random R(Seed);
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  std::optional<XmlNode> Root = parseTree(Text);
  if (Root && !R.oneIn(8)) {
    for (size_t Edits = 1 + R.below(4); Edits; --Edits)
      changeTree(*Root, Words, R);
    std::string Changed = printTree(*Root);
    if (Changed.size() <= MaxSize)
      return giveBack(Changed, Data, MaxSize);
  }
  return giveBack(changeBytes(std::move(Text), MaxSize), Data, MaxSize);
}

size_t ringc::fuzz::crossXml(StringRef A, StringRef B, uint8_t *Out,
                             size_t MaxSize, unsigned Seed) {
  Random R(Seed);
  std::optional<XmlNode> Root = parseTree(A), From = parseTree(B);
  if (!Root || !From)
    return giveBack(A.str(), Out, MaxSize);
  graft(*Root, std::move(*From), R);
  const std::string Text = printTree(*Root);
  return giveBack(Text.size() <= MaxSize ? Text : A.str(), Out, MaxSize);
}
