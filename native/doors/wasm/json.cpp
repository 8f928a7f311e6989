// A reader of JSON, for data that the build has written.
#include "doors/wasm/json.h"

#include <cstdlib>

#include "ground/fail.h"

namespace cornerwise {
namespace {

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Json whole() {
        Json value = read(0);
        skip();
        if (at_ != text_.size()) fail("There is more than one value in the data.");
        return value;
    }

private:
    std::string text_;  // ends with a zero, as the reading of numbers wants it
    std::size_t at_ = 0;

    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail(std::string("The data miss a ") + c + ".");
    }
    bool take_word(std::string_view word) {
        if (std::string_view(text_).substr(at_, word.size()) != word) return false;
        at_ += word.size();
        return true;
    }

    std::string string() {
        std::string found;
        while (at_ < text_.size() && text_[at_] != '"') {
            // The build writes letters as they are; only a quote, a slash or a control character would be escaped.
            if (text_[at_] == '\\') ++at_;
            found += text_[at_++];
        }
        expect('"');
        return found;
    }

    Json read(int depth) {
        if (depth > 16) fail("The data are nested too deeply.");
        Json value;
        if (take('"')) {
            value.text = string();
        } else if (take('[')) {
            if (take(']')) return value;
            do value.items.push_back(read(depth + 1));
            while (take(','));
            expect(']');
        } else if (take('{')) {
            if (take('}')) return value;
            do {
                expect('"');
                value.names.push_back(string());
                expect(':');
                value.items.push_back(read(depth + 1));
            } while (take(','));
            expect('}');
        } else if (take_word("true")) {
            value.number = 1;
        } else if (!take_word("false") && !take_word("null")) {
            char* end = nullptr;
            value.number = std::strtod(text_.c_str() + at_, &end);
            if (end == text_.c_str() + at_) fail("The data are no JSON.");
            at_ = static_cast<std::size_t>(end - text_.c_str());
        }
        return value;
    }
};

}  // namespace

Json Json::parse(std::string_view text) { return Reader(text).whole(); }

const Json* Json::find(std::string_view name) const {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name) return &items[i];
    return nullptr;
}

const Json& Json::operator[](std::string_view name) const {
    const Json* found = find(name);
    if (!found) fail("The data miss their " + std::string(name) + ".");
    return *found;
}

std::vector<int> Json::numbers() const {
    std::vector<int> found;
    for (const Json& item : items) found.push_back(item.whole());
    return found;
}

}  // namespace cornerwise
